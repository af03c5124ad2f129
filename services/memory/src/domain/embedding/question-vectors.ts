import { createHash } from 'node:crypto';
import type { RemoteCache } from '@anima/service/engines';
import { LRUCache } from 'lru-cache';
import type { TextEmbedder } from '../../ports/text-embedder.js';

/** Room for a vector of 384 numbers and a question of usual length; longer ones count as several. */
const BYTES_PER_ENTRY = 2_048;
/** About 4 MB. */
const KEPT_QUESTIONS = 2_048;

/** One unit vector for each question, by its exact text. Equal questions asked at the same time share one inference. */
export interface QuestionVectors {
  /** Of several windows: their normalised mean. Shared between callers: read it only. */
  of(question: string, caller?: string): Promise<Float32Array>;
  /** Questions answered without an embedding of their own, and with one (or with that of another process). */
  stats(): { hits: number; misses: number };
}

export interface QuestionVectorsOptions {
  /** How many are kept here. 0 keeps nothing, but still shares what is under way. */
  keep?: number;
  /** What other processes have embedded. */
  shared?: SharedVectors | null;
}

export function createQuestionVectors(
  embedder: Pick<TextEmbedder, 'embed'>,
  { keep = KEPT_QUESTIONS, shared = null }: QuestionVectorsOptions = {},
): QuestionVectors {
  const vectors =
    keep === 0
      ? null
      : new LRUCache<string, Float32Array>({
          max: keep,
          maxSize: keep * BYTES_PER_ENTRY,
          sizeCalculation: (vector, question) => vector.byteLength + question.length * 2,
        });
  const underWay = new Map<string, Promise<Float32Array>>();
  let hits = 0;
  let misses = 0;

  /** A failure is not remembered: whoever waited for it fails with it, the next one asks again. */
  async function embed(question: string, caller: string | undefined): Promise<Float32Array> {
    try {
      const known = await shared?.get(question);
      const options = { priority: 'query', caller } as const;
      const vector = known ?? meanDirection((await embedder.embed([question], options))[0]!);
      vectors?.set(question, vector);
      // Nobody waits for it.
      if (!known) shared?.set(question, vector);
      return vector;
    } finally {
      underWay.delete(question);
    }
  }

  return {
    async of(question, caller) {
      const known = vectors?.get(question) ?? underWay.get(question);
      if (known !== undefined) {
        hits++;
        return known;
      }
      misses++;
      const embedded = embed(question, caller);
      underWay.set(question, embedded);
      return embedded;
    },
    stats: () => ({ hits, misses }),
  };
}

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

/** The normalised mean of unit vectors; a single vector is handed back as it is. */
export function meanDirection(vectors: readonly Float32Array[]): Float32Array {
  if (vectors.length === 1) return vectors[0]!;
  const sum = new Float32Array(vectors[0]!.length);
  for (const vector of vectors) for (let i = 0; i < sum.length; i++) sum[i] = sum[i]! + vector[i]!;
  const scale = 1 / (Math.hypot(...sum) || 1);
  return sum.map((value) => value * scale);
}
