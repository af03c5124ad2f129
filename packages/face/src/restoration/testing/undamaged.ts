import type { FaceDamage } from '../face-damage.js';

export const UNDAMAGED: FaceDamage = { softness: 0, blocks: 0, noise: 0, colourNoise: 0, colourLoss: 0 };
