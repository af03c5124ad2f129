export { createRealFft, type RealFft } from './fft.js';
