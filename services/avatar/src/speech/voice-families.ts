import { discoverModules } from '../processes/discover-modules.js';
import type { VoiceFamily } from './voice-family.js';

/** Voice families of the folders in `families/`; the first is the family that ships. */
export const voiceFamilies = await discoverModules<VoiceFamily>(
  new URL('./families/', import.meta.url),
  'family',
  'family',
);
