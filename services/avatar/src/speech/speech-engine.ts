/**
 * Turns text into sound, sentence by sentence. Runs off the event loop. Promises: a part is handed out before the next
 * one is begun; the same request gives the same samples; who aborts is released at once, and nobody else is harmed by it. What is
 * asked for a voice it does not have throws `voice_not_found`.
 */
export interface SpeechEngine {
  readonly name: string;
  readonly voices: readonly VoiceDescription[];
  isLoaded(voice: string): boolean;
  /** Loads what the voice needs; at once when it is loaded. */
  load(voice: string, signal?: AbortSignal): Promise<void>;
  /**
   * Returns notes for a person about what of the text is left out or not spoken as it asks for. Throws `text_empty`,
   * `text_not_speakable` or `lexicon_invalid` if nothing of it can be spoken. Loads nothing and waits for nothing that is being loaded: a job is accepted while no voice is ready.
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

/** One sentence with the pause behind it. Times are seconds from the start of the part. */
export interface SpeechPart {
  /** Mono, levelled, at the sample rate of the voice. */
  samples: Float32Array;
  words: readonly TimedWord[];
  phonemes: readonly SpokenPhoneme[];
  visemes: readonly { viseme: string; start: number; end: number }[];
  /** How much of the text is said when this part is. */
  charEnd: number;
  /** Seconds of silence that belong between it and what is said next, for who says more behind the last. */
  pauseBehind: number;
}

export interface SpokenPhoneme {
  phoneme: string;
  start: number;
  end: number;
  /** Of vowels: 1 primary, 2 secondary; absent where there is none. */
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
