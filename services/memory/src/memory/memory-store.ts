import type { MaybePromise } from '@anima/service/maybe-promise';
import type { Memory, MemoryVectors, Project } from './memory.js';

/**
 * The stored memories: the source of truth from which every index is derived. This interface reads them;
 * transactions write them, see transaction.ts.
 *
 * Promises of every adapter:
 * - A read sees all changes that were committed before the call.
 * - Inserts become visible in order of their keys.
 * - Changes are numbered without gaps, in the order in which they became durable.
 */
export interface MemoryStore {
  byId(memoryId: string): MaybePromise<Memory | null>;
  /** Returns memories in the order of the given ids; unknown ids are omitted. */
  byIds(memoryIds: readonly string[]): MaybePromise<Memory[]>;
  /** Returns memories in the order of the given keys; unknown keys are omitted. */
  byKeys(keys: readonly number[]): MaybePromise<Memory[]>;
  history(key: number): MaybePromise<HistoryEntry[]>;
  /**
   * Returns the subset of `keys` that are the sourceKey of a memory of this project (null: without a
   * project), archived or not.
   */
  sourceKeys(project: Project | null | 'any', keys: readonly string[]): MaybePromise<Set<string>>;
  /**
   * Memories with a sourceKey imported from the file at this path, of all projects, archived or not, in order
   * of their keys.
   */
  importedFrom(path: string): MaybePromise<Memory[]>;
  /** Paths of imported memories that end with this text, each once, sorted. */
  importedPaths(ending: string): MaybePromise<string[]>;
  /**
   * All memories changed after `changeSeq`, in batches in order of their keys; with vectors if the text
   * changed after `changeSeq`. A memory that changes during the iteration may appear in its old or new state.
   */
  changedAfter(changeSeq: number): AsyncIterable<readonly StoredMemory[]>;
  /** Number of the last change and number of memories, which a saved index must match. */
  generation(): MaybePromise<StoreGeneration>;
  counts(now: number): MaybePromise<MemoryCounts>;

  project(idOrName: string): MaybePromise<Project | null>;
  /**
   * Returns the project with this name or id, or a proposed project: a new name is written with the first
   * record that names it, so that a failed call leaves no project. Throws `project_unknown` for an unknown
   * id.
   */
  proposeProject(idOrName: string): MaybePromise<Project>;

  /** Rejects new transactions; resolves when all earlier ones are settled. */
  close(): Promise<void>;
}

/**
 * A memory to store. Omitted nullable fields are null (except those of the conversation, which are required);
 * omitted lists are empty.
 */
export interface NewMemory
  extends Omit<Memory, GivenByStore | OptionalField>,
    Partial<Pick<Memory, Exclude<OptionalField, GivenByStore>>> {
  vectors: MemoryVectors;
}

export type NullableField = Exclude<
  { [Field in keyof Memory]: null extends Memory[Field] ? Field : never }[keyof Memory],
  'project'
>;
type OptionalField =
  | Exclude<NullableField, 'conversationId' | 'impliedConversation' | 'speaker'>
  | 'sharedWith'
  | 'mergedFrom';

type GivenByStore = 'key' | 'updatedAt' | 'archivedAt' | 'supersededBy' | 'accessCount' | 'lastAccessedAt';

export type ChangeKind = 'updated' | 'archived' | 'restored' | 'shared' | 'merged' | 'superseded' | 'expired';

export interface StoredMemory {
  memory: Memory;
  /** Vectors if they are new, else null. */
  vectors: MemoryVectors | null;
}

export interface CommittedChange extends StoredMemory {
  /** Change number: one more than the number of the previous change. */
  changeSeq: number;
}

export interface HistoryEntry {
  revision: number;
  change: 'created' | ChangeKind;
  agentId: string;
  at: number;
  /** Changed fields, each with its old and new value. */
  changes: Record<string, { from: unknown; to: unknown }>;
}

/** A history entry without a number; the store numbers it. */
export interface HistoryDraft extends Omit<HistoryEntry, 'revision' | 'change'> {
  change: ChangeKind;
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
  /** Number of memories without a project. */
  global: number;
  byType: Record<string, number>;
  /** Counts by name of the project. */
  byProject: Record<string, number>;
}
