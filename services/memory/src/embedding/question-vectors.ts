import { createHash } from 'node:crypto';
import type { RemoteCache } from '@anima/service/engines';
import { LRUCache } from 'lru-cache';
import type { Spread } from '../search/ranking/standardise.js';
import { UNRELATED_TEXTS } from '../search/ranking/unrelated-texts.js';
import type { TextEmbedder } from './text-embedder.js';
import { unrelatedCosines } from './unrelated-cosines.js';

/** Size of a vector of 384 numbers and a query of usual length; longer entries count several times. */
const BYTES_PER_ENTRY = 2_048;
/** Maximum number of cached queries, about 4 MB. */
const MAX_CACHED_QUERIES = 2_048;

/** Caches a unit vector for each query text. Equal concurrent queries share one inference. */
export interface QueryEmbeddings {
  /** Returns the vector of a query, or the mean of several windows. Do not change the array. */
  of(question: string, caller?: string): Promise<Float32Array>;
  /** Forgets all cached queries of this process. */
  clear(): void;
  /** Returns mean and deviation of the model's cosines of unrelated texts, which are embedded at the first call. */
  unrelated(): Promise<Spread>;
  /** Numbers of queries without and with a new embedding, or the embedding of another process. */
  stats(): { hits: number; misses: number };
}

export interface QuestionVectorsOptions {
  /** Maximum number of cached queries. With 0, concurrent queries still share an inference. */
  keep?: number;
  /** Query embeddings of other processes. */
  shared?: SharedVectors | null;
}

export function createQuestionVectors(
  embedder: Pick<TextEmbedder, 'embed'>,
  { keep = MAX_CACHED_QUERIES, shared = null }: QuestionVectorsOptions = {},
): QueryEmbeddings {
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

  /** A failure is not cached: all callers that wait for it fail, and the next call tries again. */
  async function embed(question: string, caller: string | undefined): Promise<Float32Array> {
    try {
      const known = await shared?.get(question);
      const options = { inputType: 'query', priority: 'query', caller } as const;
      const vector = known ?? meanDirection((await embedder.embed([question], options))[0]!);
      vectors?.set(question, vector);
      // The result of storing is not needed.
      if (!known) shared?.set(question, vector);
      return vector;
    } finally {
      underWay.delete(question);
    }
  }

  let unrelated: Promise<Spread> | null = null;

  /** A failure is not cached. */
  async function embedUnrelated(): Promise<Spread> {
    try {
      const embedded = await embedder.embed(UNRELATED_TEXTS, { priority: 'query' });
      return unrelatedCosines(embedded.map(([first]) => first!));
    } catch (error) {
      unrelated = null;
      throw error;
    }
  }

  return {
    unrelated() {
      unrelated ??= embedUnrelated();
      return unrelated;
    },
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
    clear: () => vectors?.clear(),
    stats: () => ({ hits, misses }),
  };
}

/** Query embeddings that processes share. */
export interface SharedVectors {
  get(question: string): Promise<Float32Array | null>;
  set(question: string, vector: Float32Array): void;
}

const CACHE_MS = 24 * 3_600_000;
const FLOAT_BYTES = 4;

/** Entries are named by the model and little endian, like every supported CPU. */
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
      cache.set(nameOf(question), bytes, CACHE_MS);
    },
  };
}

/** Returns whether the vector has length 1, as from all embedders. The ranking relies on it. */
function isUnit(vector: Float32Array): boolean {
  const squares = vector.reduce((sum, value) => sum + value * value, 0);
  return Math.abs(squares - 1) < 0.01;
}

/** Returns the normalised mean of unit vectors; a single vector is returned unchanged. */
export function meanDirection(vectors: readonly Float32Array[]): Float32Array {
  if (vectors.length === 1) return vectors[0]!;
  const sum = new Float32Array(vectors[0]!.length);
  for (const vector of vectors) for (let i = 0; i < sum.length; i++) sum[i] = sum[i]! + vector[i]!;
  const scale = 1 / (Math.hypot(...sum) || 1);
  return sum.map((value) => value * scale);
}
