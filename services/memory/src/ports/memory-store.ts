import type { MaybePromise } from '@anima/service/maybe-promise';
import type {
  Memory,
  MemoryOrigin,
  MemoryType,
  MemoryVectors,
  Project,
  SharedWith,
} from '../domain/memory/memory.js';

/**
 * Where memories live: the truth, from which every index is derived.
 *
 * Promises of every adapter:
 * - A write that resolved is durable: it survives `kill -9` and a power cut.
 * - A write that rejected has changed nothing.
 * - Row, vectors, history and event of one write become visible together or not at all.
 * - Inserts become visible in order of their keys, which is the order in which they were asked for.
 * - `committed` is told of each change after it is durable and before its promise resolves, in order. Where it throws, the
 *   change is durable all the same and its promise resolves.
 * - Changes are numbered without gaps, in the order in which they became durable.
 */
export interface MemoryStore {
  insert(memory: NewMemory): Promise<Memory>;
  /** In one transaction, in the order given: all of them or none. */
  insertAll(memories: readonly NewMemory[]): Promise<Memory[]>;
  /**
   * Reads the memory, lets `change` decide, writes what it returns. `change` runs inside the transaction, on
   * the newest state, must be synchronous, and refuses by throwing. Resolves to the memory as written.
   */
  update(memoryId: string, change: (current: Memory) => MemoryChange): Promise<Memory>;
  /**
   * As `update`, for several memories and, with `created`, a new one: all of it or nothing. Resolves to the
   * memories in the order of the ids, then the new one.
   */
  updateAll(
    memoryIds: readonly string[],
    change: (current: readonly Memory[]) => readonly MemoryChange[],
    created?: NewMemory,
  ): Promise<Memory[]>;
  /** Archives what expired at or before `now`; resolves to how many. */
  archiveExpired(now: number): Promise<number>;
  /** Adds to the access counts; never told to `committed`. */
  addAccesses(accesses: readonly Access[]): Promise<void>;

  byId(memoryId: string): Memory | null;
  /** In the order of the keys given; a key that is unknown is left out. */
  byKeys(keys: readonly number[]): Memory[];
  history(key: number): HistoryEntry[];
  /** Those of `keys` that are the sourceKey of a memory of this project (null: of none), archived or not. */
  sourceKeys(project: Project | null | 'any', keys: readonly string[]): Set<string>;
  /** All memories changed after `changeSeq`, in order of their keys; with vectors where the text is newer than that. */
  changedAfter(changeSeq: number): Iterable<{ memory: Memory; vectors: MemoryVectors | null }>;
  /** Number of the last change, and how many memories there are: what a saved index must agree with. */
  generation(): StoreGeneration;
  counts(now: number): MaybePromise<MemoryCounts>;

  project(idOrName: string): Project | null;
  /**
   * The project of this name or id, or one to be: a new name is written with the first record that names it, so
   * that a failed call leaves no project behind. Throws `project_unknown` for an unknown id.
   */
  proposeProject(idOrName: string): Project;

  close(): Promise<void>;
}

export interface NewMemory {
  memoryId: string;
  content: string;
  type: MemoryType;
  importance: number;
  project: Project | null;
  tags: readonly string[];
  sourceAgent: string;
  createdAt: number;
  occurredAt: number | null;
  expiresAt: number | null;
  conversationId: string | null;
  impliedConversation: string | null;
  speaker: string | null;
  origin: MemoryOrigin;
  sourcePath: string | null;
  sourceLine: number | null;
  sourceKey: string | null;
  sharedWith?: SharedWith;
  mergedFrom?: readonly string[];
  vectors: MemoryVectors;
}

export type ChangeKind = 'updated' | 'archived' | 'restored' | 'shared' | 'merged';

/** `fields` null: nothing to write, the memory is answered as it is. */
export interface MemoryChange {
  kind: ChangeKind;
  agentId: string;
  at: number;
  fields: Partial<
    Pick<
      Memory,
      | 'content'
      | 'type'
      | 'importance'
      | 'project'
      | 'tags'
      | 'expiresAt'
      | 'archivedAt'
      | 'sharedWith'
      | 'supersededBy'
    >
  > | null;
  /** With a new content, its vectors. */
  vectors?: MemoryVectors;
}

export interface CommittedChange {
  kind: 'created' | ChangeKind;
  /** Its number: one more than that of the change before it. */
  changeSeq: number;
  memory: Memory;
  /** With a new text. */
  vectors: MemoryVectors | null;
}

export interface HistoryEntry {
  revision: number;
  change: 'created' | ChangeKind | 'expired';
  agentId: string;
  at: number;
  /** Field by field: what it was and what it became. */
  changes: Record<string, { from: unknown; to: unknown }>;
}

export interface Access {
  key: number;
  count: number;
  at: number;
}

export interface StoreGeneration {
  databaseId: string;
  changeSeq: number;
  memories: number;
}

export interface MemoryCounts {
  total: number;
  active: number;
  archived: number;
  /** Without a project. */
  global: number;
  byType: Record<string, number>;
  /** By name of the project. */
  byProject: Record<string, number>;
}
