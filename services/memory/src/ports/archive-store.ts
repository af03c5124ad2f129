import type { MaybePromise } from '@anima/service/maybe-promise';
import type { ArchiveCounts } from '../domain/archive/archive-format.js';
import type { ArchivedAuditRun } from '../domain/archive/audit-run-record.js';
import type { ArchivedMemory } from '../domain/archive/memory-record.js';
import type { MemoryVectors, Project } from '../domain/memory/memory.js';
import type { Relation } from '../domain/relations/relation.js';

/** What of the store goes into an archive. Times in ms since the epoch, both ends excluded. */
export interface ArchiveSelection {
  memories: boolean;
  projects: boolean;
  auditRuns: boolean;
  createdAfter: number | null;
  createdBefore: number | null;
  /** Null: all, and what belongs to none. */
  projectIds: readonly string[] | null;
}

/** What archives need of the place where memories live. */
export interface ArchiveStore {
  /** The store as it is now, whatever is written later. Close it soon: it holds back the clean-up of the database. */
  snapshot(): MaybePromise<ArchiveSnapshot>;
  /** A place for what an import brings; nobody else sees it. */
  stage(): MaybePromise<ImportStage>;
  hasAuditRun(runId: string): MaybePromise<boolean>;
  /** The path that was noted last, see ArchiveWrites. */
  unfinished(): MaybePromise<string | null>;
}

/** What archives need inside of a transaction. */
export interface ArchiveWrites {
  /** Keeps the path of what an export is writing beside its output, for the next start; null: nothing. */
  noteUnfinished(path: string | null): MaybePromise<void>;
}

/** All lists in order of arrival, read as they are asked for, and no more at a time than may stand in memory together. */
export interface ArchiveSnapshot {
  counts(selection: ArchiveSelection): MaybePromise<ArchiveCounts>;
  /** Those created in the time asked for, and every one that a selected memory or audit run belongs to. */
  projects(selection: ArchiveSelection): AsyncIterable<readonly Project[]>;
  memories(selection: ArchiveSelection): AsyncIterable<readonly ArchivedMemory[]>;
  /** Runs that have ended. */
  auditRuns(selection: ArchiveSelection): AsyncIterable<readonly ArchivedAuditRun[]>;
  /** Between two selected memories, in the order of their ids; but those of merges, which the memories themselves tell of. */
  relations(selection: ArchiveSelection): AsyncIterable<readonly Relation[]>;
  close(): MaybePromise<void>;
}

/** A text of the stage that is to be embedded; numbers ascend in order of arrival. */
export interface StagedText {
  number: number;
  speaker: string | null;
  content: string;
  /** The text is not the one that was said at first. */
  rewritten: boolean;
  /** Of the archive. */
  projectId: string | null;
  conversationId: string | null;
  impliedConversation: string | null;
  /** The turn of the stage before it in its conversation. */
  previous: { speaker: string | null; content: string } | null;
}

/** A relation of the stage, and which of its memories are staged. */
export interface StagedRelation {
  number: number;
  relation: Relation;
  staged: { from: boolean; to: boolean };
}

/**
 * Promises: nothing of it is in the store before `commit` resolved, and then all of it is, durably; if `commit`
 * rejects, or the process dies before, none of it is, and the next start clears what is left on the disk.
 */
export interface ImportStage {
  addProject(project: Project): MaybePromise<void>;
  /** False where a memory of this id is staged already. A project that was not added is known from here on. */
  addMemory(memory: ArchivedMemory): MaybePromise<boolean>;
  /** False where a run of this id is staged already. */
  addAuditRun(run: ArchivedAuditRun): MaybePromise<boolean>;
  /** False where its place is taken on the stage, or a memory has MAX_RELATIONS there already. */
  addRelation(relation: Relation): MaybePromise<boolean>;
  /** All that were added or named. */
  projects(): MaybePromise<Project[]>;
  /** At most `limit` of those with a number above `after`, ascending. */
  texts(after: number, limit: number): MaybePromise<StagedText[]>;
  /** At most `limit` of those with a number above `after`, ascending. */
  relations(after: number, limit: number): MaybePromise<StagedRelation[]>;
  /** Once for each text, before `commit`. */
  setVectors(number: number, vectors: MemoryVectors): MaybePromise<void>;
  /**
   * Resolves when the store has all of it, the followers of the store were told of each memory, in order, and this event is in
   * the log. A project that the store has under this id, or else under this name, is that one. Rejects with `conflict` where an id is
   * used for something else by then. A relation comes in where its place is free and both memories are in the store, what it supersedes
   * being superseded by the other one there; and for each memory that was merged into one that is there, the relation that says so. Other writes may wait meanwhile; reads do not.
   */
  commit(event: { type: string; data: Record<string, unknown> }): Promise<void>;
  /** Removes it. Call it whatever happened. */
  close(): MaybePromise<void>;
}
