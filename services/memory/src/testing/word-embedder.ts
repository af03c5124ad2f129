import { createHash } from 'node:crypto';
import { AppError } from '@anima/service/errors';
import type { EmbedOptions, TextEmbedder } from '../embedding/text-embedder.js';

const DIMENSIONS = 384;
const WINDOW = 256;

/**
 * Creates an embedder whose vectors are similar for texts with the same words. It serves tests that need many
 * vectors and no model.
 */
export function createWordEmbedder({ maxWaiting = 512 } = {}): TextEmbedder {
  const ofWord = new Map<string, Float32Array>();
  let waiting = 0;

  function wordVector(word: string): Float32Array {
    const known = ofWord.get(word);
    if (known !== undefined) return known;
    const seed = createHash('sha256').update(word).digest().readUInt32LE() / 2 ** 32;
    const vector = Float32Array.from({ length: DIMENSIONS }, (_, d) => Math.sin((seed + 1) * (d + 1) * 7));
    ofWord.set(word, vector);
    return vector;
  }

  function windowVector(words: readonly string[]): Float32Array {
    const sum = new Float32Array(DIMENSIONS);
    for (const word of ['', ...words]) {
      const vector = wordVector(word);
      for (let d = 0; d < DIMENSIONS; d++) sum[d]! += vector[d]!;
    }
    return unit(sum);
  }

  function windowsOf(text: string): Float32Array[] {
    const words = text.toLowerCase().match(/\w+/g) ?? [];
    const windows = [windowVector(words.slice(0, WINDOW))];
    for (let start = WINDOW; start < words.length; start += WINDOW)
      windows.push(windowVector(words.slice(start, start + WINDOW)));
    return windows;
  }

  /** Queues texts like a model. Throws `overloaded` if more than `maxWaiting` texts wait. */
  async function inTurn<T>(count: number, options: EmbedOptions, compute: () => T): Promise<T> {
    const { signal } = options;
    const texts = options.priority === 'query' ? 0 : count;
    signal?.throwIfAborted();
    if (waiting + texts > maxWaiting) throw new AppError('overloaded', 'Too many texts wait to be embedded');
    waiting += texts;
    await null;
    waiting -= texts;
    signal?.throwIfAborted();
    return compute();
  }

  return {
    model: { name: 'words', revision: '1', comparableRevisions: [] },
    dimensions: DIMENSIONS,
    maxTokens: WINDOW,
    embed: (texts, options = {}) => inTurn(texts.length, options, () => texts.map(windowsOf)),
    probe: async () => {},
  };
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
