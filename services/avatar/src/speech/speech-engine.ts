/**
 * Synthesises text sentence by sentence outside of the event loop. A part is returned before the next one
 * starts. The same request gives the same samples. An aborted call rejects immediately and affects no other
 * call. Calls with an unknown voice throw `voice_not_found`.
 */
export interface SpeechEngine {
  readonly name: string;
  readonly voices: readonly VoiceDescription[];
  isLoaded(voice: string): boolean;
  /** Loads a voice. Returns immediately if it is loaded. */
  load(voice: string, signal?: AbortSignal): Promise<void>;
  /**
   * Returns notes for the user about parts of the text that are omitted or spoken differently. Throws
   * `text_empty`, `text_not_speakable` or `lexicon_invalid` if no part of it can be spoken. Loads no voice
   * and waits for none: jobs are accepted before a voice is ready.
   */
  check(request: Pick<SpeechRequest, 'text' | 'voice' | 'lexicon'>): Promise<readonly string[]>;
  speak(request: SpeechRequest, signal: AbortSignal): AsyncIterable<SpeechPart>;
  close(): Promise<void>;
}

/** Engines side by side: each voice is spoken by the one that has it. */
export interface SpeechEngines extends Omit<SpeechEngine, 'name'> {
  /** The first is the one that ships. */
  readonly engines: readonly SpeechEngine[];
}

/** Words and how they are said, in the phonemes of the engine. */
export type Lexicon = Readonly<Record<string, string>>;

export interface VoiceDescription {
  name: string;
  language: string;
  gender: 'female' | 'male' | null;
  description: string;
  /** Hz. */
  sampleRate: number;
  sizeBytes: number;
  licence: string;
}

export interface SpeechRequest {
  text: string;
  voice: string;
  /** 1 is the voice's own pace. */
  speed: number;
  seed: number;
  lexicon: Lexicon;
}

/** One sentence with the pause after it. Times are seconds from the start of the part. */
export interface SpeechPart {
  /** Mono, levelled, at the sample rate of the voice. */
  samples: Float32Array;
  words: readonly TimedWord[];
  phonemes: readonly SpokenPhoneme[];
  visemes: readonly { viseme: string; start: number; end: number }[];
  /** How much of the text is said when this part is. */
  charEnd: number;
  /** Seconds of silence before further speech. */
  pauseAfter: number;
}

export interface SpokenPhoneme {
  phoneme: string;
  start: number;
  end: number;
  /** Stress of vowels: 1 primary, 2 secondary; absent without stress. */
  stress?: 1 | 2;
}

export interface TimedWord {
  word: string;
  start: number;
  end: number;
  /** Half-open range of UTF-16 units in the text. */
  charStart: number;
  charEnd: number;
}

/** A word in results and messages. */
export interface WordRecord {
  word: string;
  start: number;
  end: number;
  char_start: number;
  char_end: number;
}

export function wordRecord({ word, start, end, charStart, charEnd }: TimedWord): WordRecord {
  return { word, start, end, char_start: charStart, char_end: charEnd };
}
