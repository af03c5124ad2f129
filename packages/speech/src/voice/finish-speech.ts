import { limitPeaks } from '../audio/limiter.js';
import { createLoudnessMeter } from '../audio/loudness.js';
import { stretchTime } from '../audio/time-stretch.js';
import type { SpokenSentence } from '../text/spoken-text.js';
import type { PhonemeIds } from './phoneme-ids.js';
import { measureLevels } from './sound-edges.js';
import { amplify, fadeEdges, moveTimes, speechRange, WORD_FLOOR_DB } from './speech-edges.js';
import { timesOfBegins } from './speech-times.js';
import type { SpokenSound } from './spoken-sound.js';

/** A sentence as a network said it: with silence around it, at any level. */
export interface RawSpeech {
  readonly samples: Float32Array;
  readonly sampleRate: number;
  /** Seconds at which each id is heard, and the end: see `idBegins`. */
  readonly begins: Float64Array;
}

/** Where the own pace of the networks sounds natural, as with the voice that ships; beyond, the sound is stretched. */
const SLOWEST = 0.75;
const FASTEST = 1.2;
/** As speech is published on the web. */
const LOUDNESS = -16;
/** True peak under -1 dB. */
const CEILING = 10 ** (-1 / 20);

/** The pace to ask a network for. */
export function modelPace(speed: number): number {
  return Math.min(FASTEST, Math.max(SLOWEST, speed));
}

/** Trims the silence, stretches the sound by `factor`, brings it to its level; the times move with it. */
export function finishSpeech(
  sentence: SpokenSentence,
  input: PhonemeIds,
  { samples: raw, sampleRate, begins }: RawSpeech,
  { factor, gainDb }: { factor: number; gainDb: number },
): SpokenSound {
  const levels = measureLevels(raw, sampleRate);
  const times = timesOfBegins(sentence, input, begins, {
    first: (from, to) => levels.firstAbove(from, to, WORD_FLOOR_DB),
    last: (from, to) => levels.lastAbove(from, to, WORD_FLOOR_DB),
  });
  const { start, end } = speechRange(times, levels, raw.length / sampleRate);
  const speech = raw.slice(Math.round(start * sampleRate), Math.round(end * sampleRate));
  const { samples, positionOf } = stretchTime(speech, sampleRate, factor);
  fadeEdges(samples, sampleRate);
  amplify(samples, gainDb);
  limitPeaks(samples, sampleRate, CEILING);
  const heardAt = (seconds: number): number =>
    Math.min(samples.length, Math.max(0, positionOf((seconds - start) * sampleRate))) / sampleRate;
  return { samples, sampleRate, ...moveTimes(times, heardAt) };
}

/** "The quick brown fox jumps over the lazy dog." */
const PHONEMES = 'ðə kwˈɪk bɹˈWn fˈɑks ʤˈʌmps ˈOvəɹ ðə lˈAzi dˈɔɡ.';
const SAMPLE_SENTENCE: SpokenSentence = {
  charStart: 0,
  charEnd: 0,
  words: [{ text: '', charStart: 0, charEnd: 0 }],
  phonemes: PHONEMES,
  spans: [{ start: 0, end: PHONEMES.length - 1 }],
  pauseMs: 0,
};

/** So low that the limiter has nothing to do. */
const QUIET_DB = -30;
const LEVELLING_ROUNDS = 3;

/**
 * Decibels that bring a voice nobody has measured to its loudness: it says one sentence of nine words at the gain it is
 * given. What the limiter takes away is added.
 */
export async function gainOf(
  speak: (sentence: SpokenSentence, gainDb: number) => Promise<SpokenSound>,
): Promise<number> {
  const { samples: quiet, sampleRate } = await speak(SAMPLE_SENTENCE, QUIET_DB);
  let gainDb = 0;
  for (let round = 0; round < LEVELLING_ROUNDS; round++) {
    const samples = quiet.slice();
    amplify(samples, gainDb - QUIET_DB);
    limitPeaks(samples, sampleRate, CEILING);
    const meter = createLoudnessMeter(sampleRate);
    meter.push(samples);
    const loudness = meter.integrated();
    if (!Number.isFinite(loudness)) throw new Error('Expected a voice that can be heard, received silence');
    gainDb += LOUDNESS - loudness;
  }
  return gainDb;
}

export function silentSound(sentence: SpokenSentence, sampleRate: number): SpokenSound {
  const words = sentence.words.map(() => ({ start: 0, end: 0 }));
  return { samples: new Float32Array(0), sampleRate, words, phonemes: [] };
}
