import type { SpokenSentence } from '../text/spoken-text.js';
import { openAcousticModel } from './acoustic-model.js';
import { UnknownVoiceError } from './errors.js';
import { finishSpeech, modelPace, silentSound } from './finish-speech.js';
import { phonemeIds, readVocabulary } from './phoneme-ids.js';
import { SAMPLE_RATE } from './pulse-source.js';
import { type SpokenSound, unitBegins } from './speech-times.js';
import { createVocoder } from './vocoder.js';
import { DEFAULT_VOICE, VOICES, type VoiceProfile } from './voices.js';

export interface SpeakOptions {
  /** A name of VOICES. Default: DEFAULT_VOICE. */
  voice?: string;
  /** 0.5 to 2. Default: 1. */
  speed?: number;
  /**
   * Seed of the noise in the voice. Default: 0. The same sentence, options and seed give the same bytes with the same Node,
   * onnxruntime and kind of CPU; another CPU may round differently.
   */
  seed?: number;
}

export interface HibariVoice {
  readonly sampleRate: number;
  /** Speaks one sentence. Rejects with a VoiceError. A sentence without a known phoneme gives no samples. */
  speak(sentence: SpokenSentence, options?: SpeakOptions): Promise<SpokenSound>;
  stats(): VoiceStats;
  close(): Promise<void>;
}

/** Totals since the voice was opened. */
export interface VoiceStats {
  /** Length of the speech, in seconds. */
  soundSeconds: number;
  /** Time in the network, and in the conversion of its spectra to sound. */
  modelMs: number;
  signalMs: number;
}

/**
 * Opens the voices that ship. `modelDir` is models/hibari-heart as `openModel` of @anima/inference has verified it;
 * `prepared` is a file of `writePreparedNetwork`, or null. The first sentence takes three times as long as the fourth,
 * because the just-in-time compiler optimises the loops only after they have run.
 */
export async function openHibariVoice(
  modelDir: string,
  prepared: string | null = null,
): Promise<HibariVoice> {
  const vocabulary = await readVocabulary(modelDir);
  const model = await openAcousticModel(modelDir, prepared);
  const vocoder = createVocoder();
  const stats: VoiceStats = { soundSeconds: 0, modelMs: 0, signalMs: 0 };

  return {
    sampleRate: SAMPLE_RATE,
    speak: async (sentence, { voice = DEFAULT_VOICE, speed = 1, seed = 0 } = {}) => {
      const { rate, pace: ownPace, gainDb } = voiceProfile(voice);
      const input = phonemeIds(sentence, vocabulary);
      if (!input.hasSound) return silentSound(sentence, SAMPLE_RATE);
      // The rate changes the pace, which the network compensates as far as it can, and stretching beyond that.
      const pace = (speed * ownPace) / rate;
      const networkPace = modelPace(pace);
      const started = performance.now();
      const frames = await model.run(input.ids, networkPace);
      const modelDone = performance.now();
      const samples = vocoder.render(frames.spectra, seed);
      frames.release();
      const raw = { samples, sampleRate: SAMPLE_RATE, begins: unitBegins(frames.durations, networkPace) };
      const sound = finishSpeech(sentence, input, raw, { factor: networkPace / pace, gainDb, rate });
      stats.soundSeconds += sound.samples.length / SAMPLE_RATE;
      stats.modelMs += modelDone - started;
      stats.signalMs += performance.now() - modelDone;
      return sound;
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
