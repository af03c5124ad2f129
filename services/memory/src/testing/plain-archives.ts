import { AppError } from '@anima/service/errors';
import { countsOf } from '../domain/archive/archive-format.js';
import type { ArchivedAuditRun } from '../domain/archive/audit-run-record.js';
import type { ArchivedMemory } from '../domain/archive/memory-record.js';
import { conversationKey } from '../domain/conversation/conversation-key.js';
import type { KnownProjects } from '../domain/memory/known-projects.js';
import type { MemoryVectors, Project } from '../domain/memory/memory.js';
import { BY_MERGE, MAX_RELATIONS, pairKey, type Relation } from '../domain/relations/relation.js';
import { supersedes } from '../domain/relations/supersede.js';
import type {
  ArchiveSelection,
  ArchiveSnapshot,
  ArchiveStore,
  ArchiveWrites,
  ImportStage,
} from '../ports/archive-store.js';
import type { WithTransaction } from '../ports/transaction.js';
import type { PlainAudits } from './plain-audits.js';
import type { PlainRelations } from './plain-relations.js';
import type { ImportedMemory, PlainStore } from './plain-store.js';
import type { PlainWrites } from './plain-transactions.js';

interface PlainArchiveWrites extends ArchiveWrites {
  bringIn(
    memories: readonly ImportedMemory[],
    runs: readonly ArchivedAuditRun[],
    relations: readonly Relation[],
  ): void;
}

/** ArchiveStore as plainly as it can be written. */
export function createPlainArchives(parts: {
  memories: PlainStore;
  relations: PlainRelations;
  audits: PlainAudits;
  projects: KnownProjects & { all(): Project[] };
}) {
  const { memories, relations, audits, projects } = parts;
  let unfinished: string | null = null;

  const writes: PlainWrites<PlainArchiveWrites> = (afterCommit) => ({
    async noteUnfinished(path) {
      afterCommit(() => {
        unfinished = path;
      });
    },
    bringIn: (brought, runs, staged) =>
      afterCommit(() => {
        memories.bringIn(brought);
        audits.bringIn(runs);
        relations.bringIn([...staged.filter(standsHere), ...brought.flatMap(mergeOf)]);
      }),
  });

  const archives = (withTransaction: WithTransaction): ArchiveStore => ({
    snapshot: async () => snapshotOf(memories.all(), audits.all(), projects.all(), relations.all()),
    hasAuditRun: async (runId) => audits.all().some((run) => run.runId === runId),
    unfinished: async () => unfinished,

    async stage() {
      const staged = createStage();
      return {
        ...staged.stage,
        commit: (event) =>
          withTransaction(async (tx) => {
            const ids = staged.memories.map(({ memory }) => memory.memoryId);
            if ((await tx.memories.forUpdate(ids)).length > 0)
              throw new AppError('conflict', 'An id of the archive is used here for something else');
            for (const project of staged.projects.values())
              if (projects.adopt(project) === project) projects.add(project);
            const here = (project: Project | null) => project && projects.adopt(project);
            const brought = staged.memories.map(({ memory, history }, at) => ({
              memory: { ...memory, project: here(memory.project), impliedConversation: impliedHere(memory) },
              vectors: staged.vectors.get(at + 1)!,
              history,
            }));
            const runs = staged.runs.map((run) => ({ ...run, project: here(run.project) }));
            (tx.archives as PlainArchiveWrites).bringIn(brought, runs, staged.relations);
            tx.record(event.type, event.data);
          }),
      };
    },
  });

  const memoryHere = (memoryId: string | null) =>
    memories.all().find(({ memory }) => memory.memoryId === memoryId)?.memory;

  function standsHere({ kind, from, to }: Relation): boolean {
    const older = memoryHere(to);
    return (
      memoryHere(from) !== undefined &&
      older !== undefined &&
      (kind !== 'supersedes' || older.supersededBy === from)
    );
  }

  function mergeOf({
    memory: { memoryId, supersededBy, archivedAt, updatedAt },
  }: ImportedMemory): Relation[] {
    if (!memoryHere(supersededBy)?.mergedFrom.includes(memoryId)) return [];
    return [supersedes(supersededBy!, memoryId, { by: BY_MERGE, reason: null, at: archivedAt ?? updatedAt })];
  }

  function impliedHere({ project, impliedConversation }: ArchivedMemory['memory']): string | null {
    if (project === null || !impliedConversation?.startsWith(`${project.projectId}/`))
      return impliedConversation;
    return projects.adopt(project).projectId + impliedConversation.slice(project.projectId.length);
  }

  return { archives, writes };
}

function createStage() {
  const projects = new Map<string, Project>();
  const memories: ArchivedMemory[] = [];
  const runs: ArchivedAuditRun[] = [];
  const relations: Relation[] = [];
  const vectors = new Map<number, MemoryVectors>();
  const noteProject = (project: Project | null) => {
    if (project !== null && !projects.has(project.projectId)) projects.set(project.projectId, project);
  };
  const stage: Omit<ImportStage, 'commit'> = {
    async addProject(project) {
      projects.set(project.projectId, project);
    },
    async addMemory(archived) {
      if (memories.some(({ memory }) => memory.memoryId === archived.memory.memoryId)) return false;
      memories.push(archived);
      noteProject(archived.memory.project);
      return true;
    },
    async addAuditRun(run) {
      if (runs.some(({ runId }) => runId === run.runId)) return false;
      runs.push(run);
      noteProject(run.project);
      return true;
    },
    async addRelation(relation) {
      const placeOf = ({ kind, from, to }: Relation) => `${kind === 'supersedes'} ${pairKey(from, to)}`;
      const isFull = (memoryId: string) =>
        relations.filter(({ from, to }) => from === memoryId || to === memoryId).length >= MAX_RELATIONS;
      if (isFull(relation.from) || isFull(relation.to)) return false;
      if (relations.some((each) => placeOf(each) === placeOf(relation))) return false;
      relations.push(relation);
      return true;
    },
    async relations(after, limit) {
      const isStaged = (memoryId: string) => memories.some(({ memory }) => memory.memoryId === memoryId);
      return relations.slice(after, after + limit).map((relation, at) => ({
        number: after + at + 1,
        relation,
        staged: { from: isStaged(relation.from), to: isStaged(relation.to) },
      }));
    },
    projects: async () => [...projects.values()].sort((a, b) => a.createdAt - b.createdAt),
    async texts(after, limit) {
      return memories.slice(after, after + limit).map(({ memory, history }, at) => {
        const conversation = conversationKey(memory);
        const before = memories
          .slice(0, after + at)
          .findLast((other) => conversation !== null && conversationKey(other.memory) === conversation);
        return {
          number: after + at + 1,
          speaker: memory.speaker,
          content: memory.content,
          rewritten: history.some(({ changes }) => 'content' in changes),
          projectId: memory.project?.projectId ?? null,
          conversationId: memory.conversationId,
          impliedConversation: memory.impliedConversation,
          previous: before ? { speaker: before.memory.speaker, content: before.memory.content } : null,
        };
      });
    },
    async setVectors(number, made) {
      vectors.set(number, made);
    },
    async close() {},
  };
  return { stage, projects, memories, runs, relations, vectors };
}

function snapshotOf(
  memories: readonly ArchivedMemory[],
  runs: readonly ArchivedAuditRun[],
  projects: readonly Project[],
  relations: readonly Relation[],
): ArchiveSnapshot {
  function chosen(selection: ArchiveSelection) {
    const { createdAfter, createdBefore, projectIds } = selection;
    const isInTime = (time: number) =>
      (createdAfter === null || time > createdAfter) && (createdBefore === null || time < createdBefore);
    const isOf = (project: Project | null) =>
      projectIds === null || (project !== null && projectIds.includes(project.projectId));
    const chosenMemories = memories.filter(
      ({ memory }) => selection.memories && isOf(memory.project) && isInTime(memory.createdAt),
    );
    const chosenRuns = runs.filter(
      ({ project, startedAt }) => selection.auditRuns && isOf(project) && isInTime(startedAt),
    );
    const named = new Set(
      [
        ...chosenMemories.map(({ memory }) => memory.project),
        ...chosenRuns.map(({ project }) => project),
      ].map((project) => project?.projectId),
    );
    const chosenProjects = projects.filter(
      (project) =>
        selection.projects && isOf(project) && (isInTime(project.createdAt) || named.has(project.projectId)),
    );
    const ids = new Set(chosenMemories.map(({ memory }) => memory.memoryId));
    const chosenRelations = relations.filter(
      ({ by, from, to }) => by !== BY_MERGE && ids.has(from) && ids.has(to),
    );
    return {
      memories: chosenMemories,
      runs: chosenRuns,
      projects: chosenProjects,
      relations: chosenRelations,
    };
  }
  return {
    async counts(selection) {
      const { projects, memories, runs, relations } = chosen(selection);
      return countsOf({
        projects: projects.length,
        memories: memories.length,
        audit_runs: runs.length,
        relations: relations.length,
      });
    },
    projects: (selection) => one(chosen(selection).projects),
    memories: (selection) => one(chosen(selection).memories),
    auditRuns: (selection) => one(chosen(selection).runs),
    relations: (selection) => one(chosen(selection).relations),
    async close() {},
  };
}

async function* one<T>(page: T): AsyncGenerator<T> {
  yield page;
}
