import type { SpokenSentence } from '../spoken-text.js';
import type { SpeakOptions } from './hibari-voice.js';
import { pauseAfterMs } from './pauses.js';
import type { SpokenSound } from './spoken-sound.js';

/** A sentence of a text, and whether a paragraph ends with it. */
export type SentenceOfText = SpokenSentence & { readonly endsParagraph?: boolean };

/** Whatever says sentences, one a call. */
export interface SpeakingVoice {
  readonly sampleRate: number;
  /** Rejects with a VoiceError. A sentence without a known phoneme gives no samples. */
  speak(sentence: SpokenSentence, options?: SpeakOptions): Promise<SpokenSound>;
}

/** A sentence with the silence before it: the pause behind the sentence before. Times in seconds of these samples. */
export interface SpokenPassage extends SpokenSound {
  readonly sentence: SpokenSentence;
  /** Milliseconds of silence that belong between it and whatever is said next; behind the last nothing has them. */
  readonly pauseMs: number;
}

/**
 * A text sentence by sentence: the samples of all passages, one behind the other, are its sound. Each is handed out before
 * the next sentence is asked for, so the first is not kept waiting and no more than one is held. Behind the last there is
 * no pause but one that the text asks for, as a passage without words.
 */
export async function* speakText(
  voice: SpeakingVoice,
  sentences: Iterable<SentenceOfText> | AsyncIterable<SentenceOfText>,
  options: SpeakOptions = {},
): AsyncGenerator<SpokenPassage, void, void> {
  const { speed = 1, seed = 0 } = options;
  let pauseMs = 0;
  let index = 0;
  let last: SentenceOfText | undefined;
  for await (const sentence of sentences) {
    const sound = await voice.speak(sentence, { ...options, seed: seed + index++ });
    const before = pauseMs;
    pauseMs = pauseAfterMs(sentence, sentence.endsParagraph ?? false, speed);
    yield { ...afterSilence(sound, before), sentence, pauseMs };
    last = sentence;
  }
  if (last === undefined || last.pauseMs === 0) return;
  const samples = new Float32Array(samplesOf(last.pauseMs, voice.sampleRate));
  const { sampleRate } = voice;
  yield {
    ...{ samples, sampleRate, words: [], phonemes: [] },
    sentence: last,
    pauseMs: pauseMs - last.pauseMs,
  };
}

function afterSilence(sound: SpokenSound, pauseMs: number): SpokenSound {
  const { sampleRate } = sound;
  const silence = samplesOf(pauseMs, sampleRate);
  const samples = new Float32Array(silence + sound.samples.length);
  samples.set(sound.samples, silence);
  const later = <T extends { start: number; end: number }>(timed: T): T => ({
    ...timed,
    start: timed.start + silence / sampleRate,
    end: timed.end + silence / sampleRate,
  });
  return { samples, sampleRate, words: sound.words.map(later), phonemes: sound.phonemes.map(later) };
}

function samplesOf(milliseconds: number, sampleRate: number): number {
  return Math.round((milliseconds / 1000) * sampleRate);
}
