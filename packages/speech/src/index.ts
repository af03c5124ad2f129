export { createLoudnessMeter, type LoudnessMeter } from './audio/loudness.js';
export { createResampler, type Resampler } from './audio/resampler.js';
export { truePeak } from './audio/true-peak.js';
export { english } from './languages/en/index.js';
export { type Clause, type ClauseCutter, createClauseCutter } from './text/clause-cutter.js';
export type { Language } from './text/language.js';
export { prepareText, type ReadingOptions } from './text/prepared-text.js';
export type { SpokenSentence, SpokenWord } from './text/spoken-text.js';
export {
  createTextReader,
  type ReadSentence,
  type TextReader,
  writePreparedTables,
} from './text/text-reader.js';
export { TextRefusal, type TextRefusalCode } from './text/text-refusal.js';
export { writePreparedNetwork } from './voice/acoustic-model.js';
export { SentenceTooLongError, UnknownVoiceError, VoiceError } from './voice/errors.js';
export {
  type HibariVoice,
  openHibariVoice,
  type SpeakOptions,
  type VoiceStats,
} from './voice/hibari-voice.js';
export {
  assertKokoroModel,
  KOKORO_SAMPLE_RATE,
  type KokoroModel,
  openKokoroModel,
  STYLES_BYTES,
} from './voice/kokoro-voice.js';
export { openPiperVoice, type PiperVoice, readPiperVoice } from './voice/piper-voice.js';
export {
  type SentenceOfText,
  type SpeakingVoice,
  type SpokenPassage,
  speakText,
} from './voice/speak-text.js';
export type { SpokenSound, TimedPhoneme, TimeRange } from './voice/speech-times.js';
export { type TimedViseme, type Viseme, visemesOf } from './voice/visemes.js';
export { DEFAULT_VOICE, VOICES, type VoiceProfile } from './voice/voices.js';
