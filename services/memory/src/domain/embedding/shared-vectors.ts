import { createHash } from 'node:crypto';
import type { RemoteCache } from '@anima/service/engines';
import type { TextEmbedder } from '../../ports/text-embedder.js';

/** Vectors of questions that processes share. */
export interface SharedVectors {
  get(question: string): Promise<Float32Array | null>;
  set(question: string, vector: Float32Array): void;
}

const KEPT_MS = 24 * 3_600_000;
const FLOAT_BYTES = 4;

/** Named by the model, so that processes with another one find nothing of this one's. Little endian, as every processor here. */
export function createSharedVectors(
  cache: RemoteCache,
  { model, dimensions }: Pick<TextEmbedder, 'model' | 'dimensions'>,
): SharedVectors {
  const nameOf = (question: string) => {
    const named = JSON.stringify([model.name, model.revision, dimensions, question]);
    return `question:${createHash('sha256').update(named).digest('base64url')}`;
  };
  return {
    async get(question) {
      const bytes = await cache.get(nameOf(question));
      if (bytes?.length !== dimensions * FLOAT_BYTES) return null;
      const vector = new Float32Array(new Uint8Array(bytes).buffer);
      return isUnit(vector) ? vector : null;
    },
    set(question, vector) {
      const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
      cache.set(nameOf(question), bytes, KEPT_MS);
    },
  };
}

/** Whether the numbers are a vector of length 1, as every embedder gives; other bytes would rank all memories alike, or none. */
function isUnit(vector: Float32Array): boolean {
  const squares = vector.reduce((sum, value) => sum + value * value, 0);
  return Math.abs(squares - 1) < 0.01;
}
