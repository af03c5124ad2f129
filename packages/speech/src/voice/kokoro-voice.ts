import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadOnnx } from '@anima/inference/load-onnx';
import { openGraph, readGraphFile } from '../onnx/graph-file.js';
import type { SpokenSentence } from '../spoken-text.js';
import { SentenceTooLongError } from './errors.js';
import { finishSpeech, gainOf, modelPace, silentSound } from './finish-speech.js';
import { kokoroInterface } from './kokoro-graph.js';
import { durationsOf, soundOf } from './model-outputs.js';
import { phonemeIds } from './phoneme-ids.js';
import type { SpeakingVoice } from './speak-text.js';
import { idBegins } from './speech-times.js';
import type { SpokenSound } from './spoken-sound.js';

/** Kokoro-82M as people have it: one network, and a file of styles for each voice. */
export interface KokoroModel {
  /** Reads the styles and hears the voice once, for its level. */
  openVoice(stylesFile: string): Promise<SpeakingVoice>;
  close(): Promise<void>;
}

export const KOKORO_SAMPLE_RATE = 24_000;
/** One of each sentence length: 510 rows of 256 floats. */
export const STYLE_ROWS = 510;
export const STYLE_LENGTH = 256;
export const STYLES_BYTES = STYLE_ROWS * STYLE_LENGTH * Float32Array.BYTES_PER_ELEMENT;

/** What the network was trained on, without the zeros around it. */
const MAX_PHONEMES = 510;
/** Seconds of one unit of duration. */
const DURATION_UNIT = 0.025;
/** The sound runs so far ahead of the durations, in seconds, over the root of the pace: as with its pupil, the voice that ships. */
const SHIFT = 0.0625;

/** Looks at the network without loading it. Throws where it is no Kokoro. */
export function assertKokoroModel(modelFile: string): void {
  kokoroInterface(readGraphFile(modelFile));
}

/** `vocabularyDir` is models/hibari-heart, whose phonemes are those of Kokoro. */
export async function openKokoroModel(modelFile: string, vocabularyDir: string): Promise<KokoroModel> {
  const vocabulary = new Map<string, number>(
    Object.entries(JSON.parse(await readFile(join(vocabularyDir, 'vocab.json'), 'utf8'))),
  );
  const names = kokoroInterface(readGraphFile(modelFile));
  // Some exports draw the noise of unvoiced sounds, a value for every sample and harmonic, too many to be fed: with those a
  // sentence differs in its noise from one time to the next. Others, such as the one we test with, draw none.
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
    const begins = idBegins(durations, DURATION_UNIT, SHIFT / Math.sqrt(pace));
    const raw = { samples: soundOf(results, names.audio), sampleRate: KOKORO_SAMPLE_RATE, begins };
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

/** Throws where they are no styles. */
export function readStyles(file: Uint8Array): Float32Array {
  if (file.length !== STYLES_BYTES)
    throw new Error(
      `Expected ${STYLES_BYTES} bytes of styles, ${STYLE_ROWS} x ${STYLE_LENGTH} floats, received ${file.length}`,
    );
  const styles = new Float32Array(file.slice().buffer);
  if (!styles.every(Number.isFinite)) throw new Error('Expected styles of finite numbers, received others');
  return styles;
}

/** A style of its own for each number of phonemes. */
export function styleFor(styles: Float32Array, phonemes: number): Float32Array {
  const row = Math.min(phonemes, STYLE_ROWS - 1);
  return styles.slice(row * STYLE_LENGTH, (row + 1) * STYLE_LENGTH);
}
