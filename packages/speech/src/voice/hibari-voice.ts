import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limitPeaks } from '../audio/limiter.js';
import { resample } from '../audio/resampler.js';
import { stretchTime } from '../audio/time-stretch.js';
import type { SpokenSentence } from '../text/spoken-text.js';
import { openAcousticModel } from './acoustic-model.js';
import { UnknownVoiceError } from './errors.js';
import { phonemeIds } from './phoneme-ids.js';
import { SAMPLE_RATE } from './pulse-source.js';
import { measureLevels } from './sound-edges.js';
import { amplify, fadeEdges, moveTimes, speechRange, WORD_FLOOR_DB } from './speech-edges.js';
import { speechTimes } from './speech-times.js';
import type { SpokenSound } from './spoken-sound.js';
import { createVocoder } from './vocoder.js';
import { DEFAULT_VOICE, VOICES, type VoiceProfile } from './voices.js';

export interface SpeakOptions {
  /** A name of VOICES. */
  voice?: string;
  /** 0.5 to 2. */
  speed?: number;
  /**
   * Of the noise in the voice. The same sentence, options and seed give the same bytes with the same Node, onnxruntime and
   * kind of processor; elsewhere the model may round otherwise.
   */
  seed?: number;
}

export interface HibariVoice {
  readonly sampleRate: number;
  /** One call of the model. Rejects with a VoiceError. A sentence without a known phoneme gives no samples. */
  speak(sentence: SpokenSentence, options?: SpeakOptions): Promise<SpokenSound>;
  stats(): VoiceStats;
  close(): Promise<void>;
}

/** Since the voice was opened. */
export interface VoiceStats {
  /** What was spoken, in seconds of sound. */
  soundSeconds: number;
  /** Spent in the model, and on making its spectra into sound. */
  modelMs: number;
  signalMs: number;
}

/**
 * Where the model's own pace is used; beyond, the sound itself is stretched. The model still sounds natural at 1.3, but a
 * text at speed 2 is understood best with less of it: Whisper hears 6 % wrong words with 1.3, 2 % with 1.2, 12 % with 1.
 */
const SLOWEST = 0.75;
const FASTEST = 1.2;
/** True peak under -1 dB. */
const CEILING = 10 ** (-1 / 20);

/**
 * `modelDir` is models/hibari-heart as `openModel` of @anima/inference has verified it, `prepared` what `writePreparedNetwork` made of it.
 * The first sentence takes three times as long as the fourth: the compiler has to see the loops run.
 */
export async function openHibariVoice(
  modelDir: string,
  prepared: string | null = null,
): Promise<HibariVoice> {
  const vocabulary = new Map<string, number>(
    Object.entries(JSON.parse(await readFile(join(modelDir, 'vocab.json'), 'utf8'))),
  );
  const model = await openAcousticModel(modelDir, prepared);
  const vocoder = createVocoder();
  const stats: VoiceStats = { soundSeconds: 0, modelMs: 0, signalMs: 0 };

  return {
    sampleRate: SAMPLE_RATE,
    speak: async (sentence, { voice = DEFAULT_VOICE, speed = 1, seed = 0 } = {}) => {
      const profile = voiceProfile(voice);
      const input = phonemeIds(sentence, vocabulary);
      if (!input.hasSound) return silence(sentence);
      // The rate brings its own change of pace, which the model makes up for as far as it can, and stretching beyond.
      const pace = (speed * profile.pace) / profile.rate;
      const modelPace = Math.min(FASTEST, Math.max(SLOWEST, pace));
      const begun = performance.now();
      const frames = await model.run(input.ids, modelPace);
      const modelDone = performance.now();
      const raw = vocoder.render(frames.spectra, seed);
      frames.release();

      const levels = measureLevels(raw, SAMPLE_RATE);
      const times = speechTimes(sentence, input, frames.durations, modelPace, {
        first: (from, to) => levels.firstAbove(from, to, WORD_FLOOR_DB),
        last: (from, to) => levels.lastAbove(from, to, WORD_FLOOR_DB),
      });
      const { start, end } = speechRange(times, levels, raw.length / SAMPLE_RATE);
      const speech = raw.slice(Math.round(start * SAMPLE_RATE), Math.round(end * SAMPLE_RATE));
      const pitched = resample(speech, Math.round(SAMPLE_RATE * profile.rate), SAMPLE_RATE);
      const { samples, positionOf } = stretchTime(pitched, SAMPLE_RATE, modelPace / pace);
      fadeEdges(samples, SAMPLE_RATE);
      amplify(samples, profile.gainDb);
      limitPeaks(samples, SAMPLE_RATE, CEILING);
      stats.soundSeconds += samples.length / SAMPLE_RATE;
      stats.modelMs += modelDone - begun;
      stats.signalMs += performance.now() - modelDone;
      const heardAt = (seconds: number): number =>
        positionOf(((seconds - start) / profile.rate) * SAMPLE_RATE) / SAMPLE_RATE;
      return { samples, sampleRate: SAMPLE_RATE, ...moveTimes(times, heardAt) };
    },
    stats: () => ({ ...stats }),
    close: () => model.close(),
  };
}

function voiceProfile(voice: string): VoiceProfile {
  const profile = VOICES.find(({ name }) => name === voice);
  if (profile) return profile;
  throw new UnknownVoiceError(
    voice,
    VOICES.map(({ name }) => name),
  );
}

function silence(sentence: SpokenSentence): SpokenSound {
  const words = sentence.words.map(() => ({ start: 0, end: 0 }));
  return { samples: new Float32Array(0), sampleRate: SAMPLE_RATE, words, phonemes: [] };
}
