export { isLoopbackName } from '../host-names.js';
