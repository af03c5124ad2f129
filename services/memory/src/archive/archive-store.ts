import type { MaybePromise } from '@anima/service/maybe-promise';
import type { MemoryVectors, Project } from '../memory/memory.js';
import type { Relation } from '../relations/relation.js';
import type { ArchiveCounts } from './archive-format.js';
import type { ArchivedAuditRun } from './audit-run-record.js';
import type { ArchivedMemory } from './memory-record.js';

/** Selects the records for an archive. Times are in ms since the epoch; both bounds are exclusive. */
export interface ArchiveSelection {
  memories: boolean;
  projects: boolean;
  auditRuns: boolean;
  createdAfter: number | null;
  createdBefore: number | null;
  /** Ids of the selected projects; null selects all records, including those without a project. */
  projectIds: readonly string[] | null;
}

/** The operations of a memory store that archives need. */
export interface ArchiveStore {
  /**
   * Opens a snapshot of the current state; later writes do not change it. Close it soon: it delays the
   * clean-up of the database.
   */
  snapshot(): MaybePromise<ArchiveSnapshot>;
  /** Creates a stage for the records of an import; other callers do not see it. */
  stage(): MaybePromise<ImportStage>;
  hasAuditRun(runId: string): MaybePromise<boolean>;
  /** Returns the path that was noted last, see ArchiveWrites. */
  unfinished(): MaybePromise<string | null>;
}

/** The operations of a transaction that archives need. */
export interface ArchiveWrites {
  /** Stores the path of the temporary file of a running export, for the next start; null clears it. */
  noteUnfinished(path: string | null): MaybePromise<void>;
}

/** Lists records in order of arrival. Each list is read on demand, in pages that fit into memory. */
export interface ArchiveSnapshot {
  counts(selection: ArchiveSelection): MaybePromise<ArchiveCounts>;
  /** Projects created in the selected time, and every project of a selected memory or audit run. */
  projects(selection: ArchiveSelection): AsyncIterable<readonly Project[]>;
  memories(selection: ArchiveSelection): AsyncIterable<readonly ArchivedMemory[]>;
  /** Audit runs that have ended. */
  auditRuns(selection: ArchiveSelection): AsyncIterable<readonly ArchivedAuditRun[]>;
  /**
   * Relations between two selected memories, in the order of their ids. Omits the relations of merges: the
   * memories already contain them.
   */
  relations(selection: ArchiveSelection): AsyncIterable<readonly Relation[]>;
  close(): MaybePromise<void>;
}

/** A staged text that needs embedding; numbers ascend in order of arrival. */
export interface StagedText {
  number: number;
  speaker: string | null;
  content: string;
  /** Whether the text was changed after it was first stored. */
  rewritten: boolean;
  /** Id of the project in the archive. */
  projectId: string | null;
  conversationId: string | null;
  impliedConversation: string | null;
  /** The previous turn of its conversation on the stage. */
  previous: { speaker: string | null; content: string } | null;
}

/** A staged relation, with flags for those of its memories that are staged. */
export interface StagedRelation {
  number: number;
  relation: Relation;
  staged: { from: boolean; to: boolean };
}

/**
 * Promises: the store has no record of the stage before `commit` resolves, and then has all of them, durably.
 * If `commit` rejects, or the process dies before, the store has no record of the stage, and the next start
 * removes its files.
 */
export interface ImportStage {
  addProject(project: Project): MaybePromise<void>;
  /**
   * Returns false if a memory with this id is already staged. Also adds the project of the memory unless it
   * was added before.
   */
  addMemory(memory: ArchivedMemory): MaybePromise<boolean>;
  /** Returns false if a run with this id is already staged. */
  addAuditRun(run: ArchivedAuditRun): MaybePromise<boolean>;
  /**
   * Returns false if the pair already has such a relation on the stage, or if a memory has MAX_RELATIONS
   * there.
   */
  addRelation(relation: Relation): MaybePromise<boolean>;
  /** All projects that were added or that a record names. */
  projects(): MaybePromise<Project[]>;
  /** Returns at most `limit` texts with a number above `after`, ascending. */
  texts(after: number, limit: number): MaybePromise<StagedText[]>;
  /** Returns at most `limit` relations with a number above `after`, ascending. */
  relations(after: number, limit: number): MaybePromise<StagedRelation[]>;
  /** Sets the vectors of a text; call it once for each text, before `commit`. */
  setVectors(number: number, vectors: MemoryVectors): MaybePromise<void>;
  /**
   * Resolves when the store has all records, its followers were notified of each memory, in order, and
   * `event` is in the log. A staged project becomes the stored project with the same id, or else with the
   * same name. Rejects with `conflict` if an id has been used for another record. A relation is imported if
   * the pair has no such relation and both memories are in the store; a `supersedes` relation also requires
   * that the store records the older memory as superseded by the newer one. If an imported memory was merged
   * into a stored memory, a relation records the merge. Other writes may wait during the commit; reads do
   * not.
   */
  commit(event: { type: string; data: Record<string, unknown> }): Promise<void>;
  /** Removes the stage. Call it after success and after failure. */
  close(): MaybePromise<void>;
}
