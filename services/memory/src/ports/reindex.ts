import type { MaybePromise } from '@anima/service/maybe-promise';
import type { MemoryVectors } from '../domain/memory/memory.js';

/** What of a database has vectors, as it is while others may write to it. */
export interface ReindexSource {
  /** Memories with keys above this one, in order of their keys. */
  memories(afterKey: number, limit: number): MaybePromise<MemoryText[]>;
  /** Questions of the response cache with keys above this one, in order of their keys. */
  questions(afterKey: number, limit: number): MaybePromise<{ key: number; query: string }[]>;
  /** How many memories and different questions there are. */
  count(): MaybePromise<number>;
}

export interface MemoryText {
  key: number;
  /** Number of the change that last touched the text. */
  textSeq: number;
  speaker: string | null;
  content: string;
  /** Key of its conversation, see `conversationKey`. */
  conversation: string | null;
  /** Whether it was embedded together with the turn before it. */
  hasContext: boolean;
}

/**
 * Where new vectors wait until there is one for every text. Promises: what `put` was given is there after any end of this
 * process; the vectors that are in use are not touched.
 */
export interface ReindexStage {
  /** Those of these texts whose vectors are not there: the same objects, in their order. */
  lackingMemories(memories: readonly MemoryText[]): MaybePromise<MemoryText[]>;
  lackingQuestions(queries: readonly string[]): MaybePromise<string[]>;
  /** All of it or nothing; in the place of what was there for the same memory or question. */
  put(made: MadeVectors): MaybePromise<void>;
  /** Of how many memories and questions vectors are there. Reads all of them. */
  count(): MaybePromise<number>;
}

export interface MadeVectors {
  memories: readonly { key: number; textSeq: number; vectors: MemoryVectors }[];
  questions: readonly { query: string; vector: Float32Array }[];
}
