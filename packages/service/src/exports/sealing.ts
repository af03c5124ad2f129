export * from '../security/sealing.js';
