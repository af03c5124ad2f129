import { openPiperVoice } from '@anima/speech';
import { openedOnce } from '../../open-voices.js';
import type { VoiceFamily } from '../../voice-family.js';
import { findPiper, type PiperFiles } from './find-piper.js';

/** Voices of Piper that people have: a network for each. */
export const family: VoiceFamily<PiperFiles> = {
  name: 'piper',
  module: import.meta.url,
  isOneNetwork: false,
  find: findPiper,
  open: (modelFiles) => openedOnce((voice) => openPiperVoice(modelFiles[voice]!)),
};
