import { openKokoroModel } from '@anima/speech';
import { once, openedOnce } from '../../open-voices.js';
import type { VoiceFamily } from '../../voice-family.js';
import { findKokoro, type KokoroFiles } from './find-kokoro.js';

/** Voices of Kokoro-82M that people have: one network, and a file of styles for each voice. */
export const family: VoiceFamily<KokoroFiles> = {
  name: 'kokoro',
  module: import.meta.url,
  order: 1,
  isOneNetwork: false,
  find: findKokoro,
  open({ modelFile, styleFiles }, shippedDir) {
    const network = once(() => openKokoroModel(modelFile, shippedDir));
    return openedOnce(async (voice) => (await network()).openVoice(styleFiles[voice]!));
  },
};
