import type { MaybePromise } from '@anima/service/maybe-promise';
import type { MemoryVectors } from '../memory/memory.js';

/** The texts of a database that have vectors. Other callers may write to the database at the same time. */
export interface ReindexSource {
  /** Memories with keys above `afterKey`, in order of their keys. */
  memories(afterKey: number, limit: number): MaybePromise<MemoryText[]>;
  /** Questions of the response cache with keys above `afterKey`, in order of their keys. */
  questions(afterKey: number, limit: number): MaybePromise<{ key: number; query: string }[]>;
  /** Number of memories and of distinct questions together. */
  count(): MaybePromise<number>;
}

export interface MemoryText {
  key: number;
  /** Number of the last change of the text. */
  textSeq: number;
  speaker: string | null;
  content: string;
  /** Key of its conversation, see `conversationKey`. */
  conversation: string | null;
  /** Whether the text was embedded together with the previous turn. */
  hasContext: boolean;
}

/**
 * Stores new vectors until every text has them.
 *
 * Promises: vectors that `put` stored survive every end of this process; the vectors in use do not change.
 */
export interface ReindexStage {
  /** Returns the memories that have no staged vectors: the same objects, in their order. */
  lackingMemories(memories: readonly MemoryText[]): MaybePromise<MemoryText[]>;
  lackingQuestions(queries: readonly string[]): MaybePromise<string[]>;
  /** Stores all vectors or none; replaces staged vectors of the same memory or question. */
  put(made: MadeVectors): MaybePromise<void>;
  /** Number of memories and questions with staged vectors. Reads all of them. */
  count(): MaybePromise<number>;
}

export interface MadeVectors {
  memories: readonly { key: number; textSeq: number; vectors: MemoryVectors }[];
  questions: readonly { query: string; vector: Float32Array }[];
}
