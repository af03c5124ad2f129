import { LRUCache } from 'lru-cache';
import type { TextEmbedder } from '../../ports/text-embedder.js';
import { meanDirection } from './mean-direction.js';
import type { SharedVectors } from './shared-vectors.js';

/** Room for a vector of 384 numbers and a question of usual length; longer ones count as several. */
const BYTES_PER_ENTRY = 2_048;
/** About 4 MB. */
const KEPT_QUESTIONS = 2_048;

/** One unit vector for each question, by its exact text. Equal questions asked at the same time share one inference. */
export interface QueryEmbeddings {
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
