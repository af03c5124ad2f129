import { createClauseCutter, createResampler } from '@anima/speech';
import { openLiveMotion } from './open-live-motion.js';

/** What live speech is made with, beside the voice. */
export const liveStages = {
  openCutter: createClauseCutter,
  openRate: createResampler,
  openMotion: openLiveMotion,
};
