import { createClauseCutter, createResampler } from '@anima/speech';
import { createArkitMotion } from './arkit-motion.js';
import type { LiveMotion, OpenLiveMotion } from './live-motion.js';
import { createVisemeMotion } from './viseme-motion.js';

export const openLiveMotion: OpenLiveMotion = (shapes, fps) => {
  if (shapes === 'arkit') return createArkitMotion(fps);
  return shapes === 'visemes' ? createVisemeMotion(fps) : noMotion(fps);
};

function noMotion(fps: number): LiveMotion {
  const none = new Float32Array(0);
  return {
    fps,
    shapes: [],
    express: () => {},
    begin: () => {},
    addSpeech: () => {},
    upTo: () => none,
    interrupt: () => {},
  };
}

/** Components of live speech besides the voice. */
export const liveStages = {
  openCutter: createClauseCutter,
  openRate: createResampler,
  openMotion: openLiveMotion,
};
