import { createHash } from 'node:crypto';
import type { MemoryEmbedder } from '../ports/embedder.js';

const DIMENSIONS = 384;

/** Texts with the same words are near to one another: enough meaning for tests that need many vectors and no model. */
export function createWordEmbedder(): MemoryEmbedder {
  const ofWord = new Map<string, Float32Array>();

  function wordVector(word: string): Float32Array {
    const known = ofWord.get(word);
    if (known !== undefined) return known;
    const seed = createHash('sha256').update(word).digest().readUInt32LE() / 2 ** 32;
    const vector = Float32Array.from({ length: DIMENSIONS }, (_, d) => Math.sin((seed + 1) * (d + 1) * 7));
    ofWord.set(word, vector);
    return vector;
  }

  function embed(text: string): Float32Array {
    const sum = new Float32Array(DIMENSIONS);
    for (const word of ['', ...(text.toLowerCase().match(/\w+/g) ?? [])]) {
      const vector = wordVector(word);
      for (let d = 0; d < DIMENSIONS; d++) sum[d]! += vector[d]!;
    }
    const length = Math.hypot(...sum);
    return sum.map((value) => value / length);
  }

  return {
    dimensions: DIMENSIONS,
    modelName: 'words',
    revision: '1',
    comparableRevisions: [],
    embed: async (text) => [embed(text)],
    embedQuery: async (text) => embed(text),
    embedTokens: async (text) => ({ vector: embed(text), tokens: [], rows: new Float32Array() }),
    probe: async () => {},
  };
}
