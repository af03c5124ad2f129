import type { VoiceFamily } from '../../ports/voice-family.js';
import { family as hibari } from './hibari/family.js';
import { family as kokoro } from './kokoro/family.js';
import { family as piper } from './piper/family.js';

/** Every voice is of one of these; the first is the family that ships. */
export const voiceFamilies: readonly VoiceFamily[] = [hibari, kokoro, piper];
