import type { SpokenSentence } from '../text/spoken-text.js';
import type { SpeakOptions } from './hibari-voice.js';
import { pauseAfterMs } from './pauses.js';
import type { SpokenSound } from './speech-times.js';

/** A sentence of a text, and whether it ends a paragraph. */
export type SentenceOfText = SpokenSentence & { readonly endsParagraph?: boolean };

/** A voice that speaks one sentence for each call. */
export interface SpeakingVoice {
  readonly sampleRate: number;
  /** Rejects with a VoiceError. A sentence without a known phoneme gives no samples. */
  speak(sentence: SpokenSentence, options?: SpeakOptions): Promise<SpokenSound>;
}

/**
 * A sentence with the silence before it, which is the pause after the previous sentence. Times are in seconds
 * of these samples.
 */
export interface SpokenPassage extends SpokenSound {
  readonly sentence: SpokenSentence;
  /**
   * Silence between this sentence and the next one, in ms. No passage contains it after the last sentence.
   */
  readonly pauseMs: number;
}

/**
 * Speaks a text sentence by sentence. The samples of all passages in sequence are its sound. Each passage is
 * yielded before the next sentence is requested, so that the first is available early and only one is held in
 * memory. The last sentence is followed only by a pause that the text requests, as a passage without words.
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
