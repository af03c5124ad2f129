import { readFile } from 'node:fs/promises';
import { loadOnnx } from '@anima/inference/load-onnx';
import { openGraph, readGraphFile } from '../onnx/graph-file.js';
import type { SpokenSentence } from '../text/spoken-text.js';
import { SentenceTooLongError } from './errors.js';
import { finishSpeech, gainOf, modelPace, silentSound } from './finish-speech.js';
import { durationsOf, floatsOf, kokoroInterface } from './network-interfaces.js';
import { phonemeIds, readVocabulary } from './phoneme-ids.js';
import type { SpeakingVoice } from './speak-text.js';
import { type SpokenSound, unitBegins } from './speech-times.js';

/** Kokoro-82M: one network, and a file of styles for each voice. */
export interface KokoroModel {
  /** Reads the styles of a voice and speaks a sentence to measure its level. */
  openVoice(stylesFile: string): Promise<SpeakingVoice>;
  close(): Promise<void>;
}

export const KOKORO_SAMPLE_RATE = 24_000;
/** Styles of a voice: one for each sentence length, 510 rows of 256 floats. */
export const STYLE_ROWS = 510;
export const STYLE_LENGTH = 256;
export const STYLES_BYTES = STYLE_ROWS * STYLE_LENGTH * Float32Array.BYTES_PER_ELEMENT;

/** Maximum phonemes for which the network was trained, without the zeros around them. */
const MAX_PHONEMES = 510;

/** Throws if the file is not a Kokoro network. Does not load it. */
export function assertKokoroModel(modelFile: string): void {
  kokoroInterface(readGraphFile(modelFile));
}

/** Opens a network. `vocabularyDir` is models/hibari-heart, which has the same alphabet as Kokoro. */
export async function openKokoroModel(modelFile: string, vocabularyDir: string): Promise<KokoroModel> {
  const vocabulary = await readVocabulary(vocabularyDir);
  const names = kokoroInterface(readGraphFile(modelFile));
  // Some exports draw noise for every sample and harmonic of unvoiced sounds, too much for an input: their
  // noise differs each time. Other exports, such as the tested one, draw none.
  const session = await openGraph(modelFile, names.durations, 'own');
  const { Tensor } = loadOnnx();

  async function speak(
    styles: Float32Array,
    sentence: SpokenSentence,
    speed: number,
    gainDb: number,
  ): Promise<SpokenSound> {
    const input = phonemeIds(sentence, vocabulary);
    if (!input.hasSound) return silentSound(sentence, KOKORO_SAMPLE_RATE);
    const { ids } = input;
    if (ids.length - 2 > MAX_PHONEMES) throw new SentenceTooLongError(ids.length - 2, MAX_PHONEMES);
    const pace = names.takesFractions ? modelPace(speed) : 1;
    const results = await session.run({
      [names.tokens]: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
      style: new Tensor('float32', styleFor(styles, ids.length - 2), [1, STYLE_LENGTH]),
      speed: names.takesFractions
        ? new Tensor('float32', Float32Array.of(pace), [1])
        : new Tensor('int32', Int32Array.of(pace), [1]),
    });
    const durations = durationsOf(results, names.durations, ids.length);
    const begins = unitBegins(durations, pace);
    const raw = { samples: floatsOf(results, names.audio), sampleRate: KOKORO_SAMPLE_RATE, begins };
    return finishSpeech(sentence, input, raw, { factor: pace / speed, gainDb });
  }

  return {
    openVoice: async (stylesFile) => {
      const styles = readStyles(await readFile(stylesFile));
      const gainDb = await gainOf((sentence, gain) => speak(styles, sentence, 1, gain));
      return {
        sampleRate: KOKORO_SAMPLE_RATE,
        speak: (sentence, { speed = 1 } = {}) => speak(styles, sentence, speed, gainDb),
      };
    },
    close: () => session.release(),
  };
}

/** Throws if the file has no styles. */
export function readStyles(file: Uint8Array): Float32Array {
  if (file.length !== STYLES_BYTES)
    throw new Error(
      `Expected ${STYLES_BYTES} bytes of styles, ${STYLE_ROWS} x ${STYLE_LENGTH} floats, received ${file.length}`,
    );
  const styles = new Float32Array(file.slice().buffer);
  if (!styles.every(Number.isFinite)) throw new Error('Expected styles of finite numbers, received others');
  return styles;
}

/** Returns the style for a number of phonemes. */
export function styleFor(styles: Float32Array, phonemes: number): Float32Array {
  const row = Math.min(phonemes, STYLE_ROWS - 1);
  return styles.slice(row * STYLE_LENGTH, (row + 1) * STYLE_LENGTH);
}
