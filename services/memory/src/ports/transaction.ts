import type { MaybePromise } from '@anima/service/maybe-promise';
import type { Memory, MemoryVectors, Project } from '../domain/memory/memory.js';
import type { AgentWrites } from './agent-registry.js';
import type { ArchiveWrites } from './archive-store.js';
import type { AuditWrites } from './audit-store.js';
import type { Access, HistoryDraft, NewMemory } from './memory-store.js';
import type { RelationWrites } from './relation-store.js';

/**
 * The one way to write: everything that `work` does with `tx` becomes visible together or not at all.
 *
 * Promises of every adapter:
 * - What resolved is durable: it survives `kill -9` and a power cut. What rejected, with whatever `work` threw, has changed nothing.
 * - Transactions run one after the other, or as if they did: each reads what those before it wrote. Those that were asked for
 *   one after the other by one process run in that order, so that the keys of new records rise in it.
 * - Who reads outside of a transaction sees what is committed, and nothing of one that is under way.
 * - Committed changes are told (see change-feed.ts) when they are durable and before the promise resolves, in order. Where one who is
 *   told throws, the change is durable all the same and its promise resolves.
 *
 * In return `work` waits for nothing but `tx`, asks for no other transaction, keeps `tx` for no later use, and has no effect but
 * through it: an adapter whose transaction failed to be like one after the other runs it again.
 */
export type WithTransaction = <T>(work: (tx: Transaction) => MaybePromise<T>) => Promise<T>;

/** What one transaction may do. */
export interface Transaction {
  memories: MemoryWrites;
  relations: RelationWrites;
  audits: AuditWrites;
  agents: AgentWrites;
  archives: ArchiveWrites;
  /** Notes what happened; it comes into the log of events with the transaction, in the order noted, and is announced after it. */
  record(type: string, data: Record<string, unknown>): void;
}

/** Memories inside of a transaction. */
export interface MemoryWrites {
  /** As they are, and as nobody else changes them until the transaction ends; in the order given, without those that are unknown. */
  forUpdate(memoryIds: readonly string[]): MaybePromise<Memory[]>;
  /** As `forUpdate`: of those that are not archived and expired at or before `now` at most `limit`, those that did so first. */
  expired(now: number, limit: number): MaybePromise<Memory[]>;
  /** Those of `keys` that are the sourceKey of a memory of this project (null: of none), archived or not. */
  sourceKeys(project: Project | null, keys: readonly string[]): MaybePromise<Set<string>>;
  /** In the order given, which is that of their keys. A memoryId that is there already is refused. */
  insert(memories: readonly NewMemory[]): MaybePromise<Memory[]>;
  update(changes: readonly ChangedMemory[]): MaybePromise<void>;
  /** Adds to the counts; it is no change that is numbered or told. */
  addAccesses(accesses: readonly Access[]): MaybePromise<void>;
}

export interface ChangedMemory {
  /** All of it as it becomes. */
  memory: Memory;
  /** With a new text. */
  vectors: MemoryVectors | null;
  history: HistoryDraft;
}
