import type { MemoryVectors } from '../domain/memory/memory.js';

/** What of a database has vectors, as it is while others may write to it. */
export interface ReindexSource {
  /** Memories with keys above this one, in order of their keys. */
  memories(afterKey: number, limit: number): MemoryText[];
  /** Questions of the response cache with keys above this one, in order of their keys. */
  questions(afterKey: number, limit: number): { key: number; query: string }[];
  /** How many memories and questions there are. */
  count(): number;
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
  /** Whether the vectors of this text are there. */
  hasMemory(key: number, textSeq: number): boolean;
  hasQuestion(query: string): boolean;
  /** All of it or nothing. */
  put(made: MadeVectors): void;
  /** How many vectors of memories and questions there are. Reads all of them. */
  count(): number;
}

export interface MadeVectors {
  memories: readonly { key: number; textSeq: number; vectors: MemoryVectors }[];
  questions: readonly { query: string; vector: Float32Array }[];
}
