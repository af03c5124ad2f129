import { family as hibari } from './families/hibari/family.js';
import { family as kokoro } from './families/kokoro/family.js';
import { family as piper } from './families/piper/family.js';
import type { VoiceFamily } from './voice-family.js';

/** Every voice is of one of these; the first is the family that ships. */
export const voiceFamilies: readonly VoiceFamily[] = [hibari, kokoro, piper];
