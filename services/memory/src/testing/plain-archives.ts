import { AppError } from '@anima/service/errors';
import type { ArchivedAuditRun } from '../domain/archive/audit-run-record.js';
import type { ArchivedMemory } from '../domain/archive/memory-record.js';
import { conversationKey } from '../domain/conversation/conversation-key.js';
import type { KnownProjects } from '../domain/memory/known-projects.js';
import type { MemoryVectors, Project } from '../domain/memory/memory.js';
import type {
  ArchiveSelection,
  ArchiveSnapshot,
  ArchiveStore,
  ArchiveWrites,
  ImportStage,
} from '../ports/archive-store.js';
import type { WithTransaction } from '../ports/transaction.js';
import type { PlainAudits } from './plain-audits.js';
import type { BroughtMemory, PlainStore } from './plain-store.js';
import type { PlainWrites } from './plain-transactions.js';

interface PlainArchiveWrites extends ArchiveWrites {
  bringIn(memories: readonly BroughtMemory[], runs: readonly ArchivedAuditRun[]): void;
}

/** ArchiveStore as plainly as it can be written. */
export function createPlainArchives(parts: {
  memories: PlainStore;
  audits: PlainAudits;
  projects: KnownProjects & { all(): Project[] };
}) {
  const { memories, audits, projects } = parts;
  let unfinished: string | null = null;

  const writes: PlainWrites<PlainArchiveWrites> = (afterCommit) => ({
    async noteUnfinished(path) {
      afterCommit(() => {
        unfinished = path;
      });
    },
    bringIn: (brought, runs) =>
      afterCommit(() => {
        memories.bringIn(brought);
        audits.bringIn(runs);
      }),
  });

  const archives = (withTransaction: WithTransaction): ArchiveStore => ({
    snapshot: async () => snapshotOf(memories.all(), audits.all(), projects.all()),
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
            (tx.archives as PlainArchiveWrites).bringIn(brought, runs);
            tx.record(event.type, event.data);
          }),
      };
    },
  });

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
  return { stage, projects, memories, runs, vectors };
}

function snapshotOf(
  memories: readonly ArchivedMemory[],
  runs: readonly ArchivedAuditRun[],
  projects: readonly Project[],
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
    return { memories: chosenMemories, runs: chosenRuns, projects: chosenProjects };
  }
  return {
    async counts(selection) {
      const { projects, memories, runs } = chosen(selection);
      return { projects: projects.length, memories: memories.length, audit_runs: runs.length };
    },
    projects: (selection) => one(chosen(selection).projects),
    memories: (selection) => one(chosen(selection).memories),
    auditRuns: (selection) => one(chosen(selection).runs),
    async close() {},
  };
}

async function* one<T>(page: T): AsyncGenerator<T> {
  yield page;
}
