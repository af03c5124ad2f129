export { isLoopbackName } from '../security/host-guard.js';
