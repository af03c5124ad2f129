import type { MaybePromise } from '@anima/service/maybe-promise';
import type { AgentWrites } from '../agents/agent-registry.js';
import type { ArchiveWrites } from '../archive/archive-store.js';
import type { AuditWrites } from '../audit/audit-store.js';
import type { Memory, MemoryVectors, Project } from '../memory/memory.js';
import type { Access, HistoryDraft, NewMemory } from '../memory/memory-store.js';
import type { RelationWrites } from '../relations/relation-store.js';

/**
 * The only way to write: all writes of `work` through `tx` become visible together or not at all.
 *
 * Promises of every adapter:
 * - A transaction that resolved is durable: it survives `kill -9` and a power cut. A transaction that
 *   rejected, with the error of `work`, has changed no data.
 * - Transactions are serialisable: each reads the writes of the previous ones. Transactions of one process
 *   run in the order in which they were called, so the keys of new records ascend in this order.
 * - A read outside a transaction sees committed data only.
 * - Committed changes are reported to followers (see change-feed.ts), in order, when they are durable and
 *   before the promise resolves. If a follower throws, the change stays durable and its promise resolves.
 *
 * In return, `work` awaits only `tx`, starts no other transaction, does not use `tx` later, and has no effect
 * except through `tx`: an adapter runs it again if the transaction could not be serialised.
 */
export type WithTransaction = <T>(work: (tx: Transaction) => MaybePromise<T>) => Promise<T>;

/** The operations of a transaction. */
export interface Transaction {
  memories: MemoryWrites;
  relations: RelationWrites;
  audits: AuditWrites;
  agents: AgentWrites;
  archives: ArchiveWrites;
  /**
   * Records an event. It is written to the event log with the transaction, in the order of the calls, and
   * announced after the commit.
   */
  record(type: string, data: Record<string, unknown>): void;
}

/** Memories inside a transaction. */
export interface MemoryWrites {
  /**
   * Returns memories that no other writer can change until the transaction ends, in the order of the ids;
   * unknown ids are omitted.
   */
  forUpdate(memoryIds: readonly string[]): MaybePromise<Memory[]>;
  /**
   * Same as `forUpdate`, for at most `limit` memories that expired at or before `now` and are not archived,
   * those with the earliest expiry first.
   */
  expired(now: number, limit: number): MaybePromise<Memory[]>;
  /**
   * Returns the subset of `keys` that are the sourceKey of a memory of this project (null: without a
   * project), archived or not.
   */
  sourceKeys(project: Project | null, keys: readonly string[]): MaybePromise<Set<string>>;
  /**
   * Inserts memories in the given order, which is also the order of their keys. Rejects a memoryId that
   * exists.
   */
  insert(memories: readonly NewMemory[]): MaybePromise<Memory[]>;
  update(changes: readonly ChangedMemory[]): MaybePromise<void>;
  /** Adds to the access counts; this is not a numbered change and is not reported. */
  addAccesses(accesses: readonly Access[]): MaybePromise<void>;
}

export interface ChangedMemory {
  /** The complete memory after the change. */
  memory: Memory;
  /** New vectors if the text changed, else null. */
  vectors: MemoryVectors | null;
  history: HistoryDraft;
}
