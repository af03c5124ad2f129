export { isLoopbackName } from '../security/host-names.js';
