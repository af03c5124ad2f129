import type { MaybePromise } from '@anima/service/maybe-promise';
import type { Memory, MemoryVectors, Project } from '../domain/memory/memory.js';

/**
 * Where memories live: the truth, from which every index is derived. Here they are read; they are written in transactions, see
 * transaction.ts.
 *
 * Promises of every adapter:
 * - A read sees what was committed before it was asked for.
 * - Inserts become visible in order of their keys.
 * - Changes are numbered without gaps, in the order in which they became durable.
 */
export interface MemoryStore {
  byId(memoryId: string): MaybePromise<Memory | null>;
  /** In the order of the ids given; one that is unknown is left out. */
  byIds(memoryIds: readonly string[]): MaybePromise<Memory[]>;
  /** In the order of the keys given; a key that is unknown is left out. */
  byKeys(keys: readonly number[]): MaybePromise<Memory[]>;
  history(key: number): MaybePromise<HistoryEntry[]>;
  /** Those of `keys` that are the sourceKey of a memory of this project (null: of none), archived or not. */
  sourceKeys(project: Project | null | 'any', keys: readonly string[]): MaybePromise<Set<string>>;
  /** Memories with a sourceKey that come from the file at this path, of all projects, archived or not, by their keys. */
  importedFrom(path: string): MaybePromise<Memory[]>;
  /** Each path of such memories that ends with this text, sorted. */
  importedPaths(ending: string): MaybePromise<string[]>;
  /**
   * All memories changed after `changeSeq`, in order of their keys and a few at a time; with vectors where the text is newer than
   * that. What changes meanwhile may be as it was or as it becomes.
   */
  changedAfter(changeSeq: number): AsyncIterable<readonly StoredMemory[]>;
  /** Number of the last change, and how many memories there are: what a saved index must agree with. */
  generation(): MaybePromise<StoreGeneration>;
  counts(now: number): MaybePromise<MemoryCounts>;

  project(idOrName: string): MaybePromise<Project | null>;
  /**
   * The project of this name or id, or one to be: a new name is written with the first record that names it, so
   * that a failed call leaves no project behind. Throws `project_unknown` for an unknown id.
   */
  proposeProject(idOrName: string): MaybePromise<Project>;

  /** Refuses new transactions; resolves when all that were asked for before are settled. */
  close(): Promise<void>;
}

/** A memory to be stored. Nullable fields outside of the conversation are null, and lists are empty, if they are omitted. */
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
  /** Where they are new. */
  vectors: MemoryVectors | null;
}

export interface CommittedChange extends StoredMemory {
  /** Its number: one more than that of the change before it. */
  changeSeq: number;
}

export interface HistoryEntry {
  revision: number;
  change: 'created' | ChangeKind;
  agentId: string;
  at: number;
  /** Field by field: what it was and what it became. */
  changes: Record<string, { from: unknown; to: unknown }>;
}

/** An entry to be: the store numbers it. */
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
  /** Without a project. */
  global: number;
  byType: Record<string, number>;
  /** By name of the project. */
  byProject: Record<string, number>;
}
