import type { MaybePromise } from '@anima/service/maybe-promise';
import type { Memory } from '../memory/memory.js';

/**
 * Permanent removal of memories. This interface reads receipts and cleans files; transactions remove, see
 * `ErasureWrites`.
 *
 * Promises of every adapter:
 * - An id stays in the list of erased ids forever, so that no import restores its memory.
 * - A pending erasure survives the end of the process. `unfinished` lists it for the next start.
 */
export interface ErasureStore {
  /** Lists finished and running erasures, newest first. */
  receipts(options: { limit: number }): MaybePromise<{ receipts: ErasureReceipt[]; total: number }>;
  /** Erasures that their process did not finish. Excludes those of other live processes. */
  unfinished(): MaybePromise<UnfinishedErasure[]>;
  /** Returns at most `limit` ids that this erasure still has to remove, in ascending order. */
  pending(receiptId: string, limit: number): MaybePromise<string[]>;
  /** All ids of an erasure, in ascending order. */
  idsOf(receiptId: string): MaybePromise<string[]>;
  /** Returns the subset of these ids that were or are being erased. */
  erasedAmong(memoryIds: readonly string[]): MaybePromise<Set<string>>;
  /** Ids of the memories that were merged from one of these memories. */
  mergedFrom(memoryIds: readonly string[]): MaybePromise<string[]>;
  /** Keys of the memories with this conversation_id, in every project, archived or not. */
  keysOfConversation(conversationId: string): MaybePromise<number[]>;
  /** Archives that the service has written, newest first. */
  archives(): MaybePromise<WrittenArchive[]>;
  /**
   * Removes the deleted rows from the files of the database. Resolves when they are gone from the files that
   * the service can reach; rejects if other connections prevent it. Reads and writes may wait.
   */
  clean(): Promise<void>;
}

/** Erasures inside a transaction. */
export interface ErasureWrites {
  /** Stores a running erasure with the ids that it has to remove. Ids of earlier erasures are ignored. */
  begin(erasure: UnfinishedErasure, memoryIds: readonly string[]): MaybePromise<void>;
  /**
   * Removes memories with their vectors, histories and search data, relations, and findings, undecided pairs
   * and notes of audits that name them, and all but the ids from events. Their ids become erased ids.
   */
  remove(memories: readonly Memory[]): MaybePromise<void>;
  /** Ends the wait for pending ids that no memory has any more. */
  drop(memoryIds: readonly string[]): MaybePromise<void>;
  finish(receiptId: string, end: { finishedAt: number; sha256: string }): MaybePromise<void>;
  /** Same as `erasedAmong` of the store. */
  erasedAmong(memoryIds: readonly string[]): MaybePromise<Set<string>>;
  /** Memories whose `superseded_by` is one of these ids, except these memories. */
  supersededBy(memoryIds: readonly string[]): MaybePromise<string[]>;
  noteArchive(path: string, at: number): MaybePromise<void>;
}

export interface UnfinishedErasure {
  receiptId: string;
  agentId: string;
  reason: string | null;
  at: number;
}

/** Proof of an erasure; without contents. */
export interface ErasureReceipt extends UnfinishedErasure {
  /** Number of removed memories. */
  erased: number;
  /** The first ids, at most MAX_LISTED_IDS. */
  memoryIds: readonly string[];
  finishedAt: number | null;
  /** Digest of the receipt, see `receiptDigest`; null until the erasure has finished. */
  sha256: string | null;
}

export interface WrittenArchive {
  path: string;
  writtenAt: number;
}

/** Maximum number of ids that a receipt lists. */
export const MAX_LISTED_IDS = 1_000;
