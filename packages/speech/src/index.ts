export { writePreparedTables } from './phonemes/reading-tables.js';
export { prepareText, type ReadingOptions } from './prepared-text.js';
export { createLoudnessMeter, type LoudnessMeter } from './sound/loudness.js';
export { createResampler, type Resampler } from './sound/resampler.js';
export { truePeak } from './sound/true-peak.js';
export { pcm16, readWav, wavHeader } from './sound/wav.js';
export type { SpokenSentence, SpokenWord } from './spoken-text.js';
export { type Clause, type ClauseCutter, createClauseCutter } from './text/clause-cutter.js';
export { TextRefusal, type TextRefusalCode } from './text/text-refusal.js';
export { createTextReader, type ReadSentence, type TextReader } from './text-reader.js';
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
export type { TimedPhoneme, TimeRange } from './voice/speech-times.js';
export type { SpokenSound } from './voice/spoken-sound.js';
export { type TimedViseme, type Viseme, visemesOf } from './voice/visemes.js';
export { DEFAULT_VOICE, VOICES, type VoiceProfile } from './voice/voices.js';
