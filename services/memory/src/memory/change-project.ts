import { AppError } from '@anima/service/errors';
import type { Erasures } from '../erasure/erase-memories.js';
import type { Transaction } from '../storage/transaction.js';
import type { Project } from './memory.js';
import type { MemoryDependencies } from './memory-dependencies.js';
import { foldedName, normalName } from './normal-name.js';
import { writeChanges } from './write-memories.js';

/** Number of memories that one transaction moves, which limits the waiting time of other writes. */
const BATCH = 100;
/** Number of memories of a project that are erased with one receipt. */
const ERASED_AT_ONCE = 2_000;

/** Renames a project. Throws `project_exists` if another project has this name, in any case. */
export function renameProject(
  { withTransaction }: MemoryDependencies,
  idOrName: string,
  given: string,
  agentId: string,
): Promise<Project> {
  const name = normalName(given);
  return withTransaction(async (tx) => {
    const project = await required(tx, idOrName);
    const other = await tx.projects.find(name);
    if (
      other !== null &&
      other.projectId !== project.projectId &&
      foldedName(other.name) === foldedName(name)
    )
      throw new AppError(
        'project_exists',
        'Expected a new name, received the name of another project. Merge them',
      );
    if (project.name === name) return project;
    const renamed = await tx.projects.rename(project, name);
    tx.record('project.renamed', {
      project_id: project.projectId,
      from: project.name,
      to: name,
      agent_id: agentId,
    });
    return renamed;
  });
}

/**
 * Moves all memories, agents and audit runs to another project and removes the empty one. Large projects are
 * moved in several transactions; after an interruption, a repeated call continues.
 */
export async function mergeProjects(
  { withTransaction, clock }: MemoryDependencies,
  from: string,
  into: string,
  agentId: string,
): Promise<{ project: Project; moved: number }> {
  for (let moved = 0; ; ) {
    const step = await withTransaction(async (tx) => {
      const [source, target] = [await required(tx, from), await required(tx, into)];
      if (source.projectId === target.projectId)
        throw new AppError('validation_failed', 'Expected another project in into, received the same one', {
          errors: [{ path: 'into', message: 'Expected another project' }],
        });
      const memories = await tx.projects.memoriesOf(source, BATCH);
      const at = clock();
      const change = { kind: 'updated' as const, agentId, at, fields: { project: target } };
      await writeChanges(
        tx,
        memories,
        memories.map(() => change),
      );
      if (memories.length === BATCH) return { moved: BATCH, target: null };
      await tx.projects.moveRest(source, target);
      await tx.projects.remove(source);
      tx.record('project.merged', {
        project_id: source.projectId,
        into: target.projectId,
        agent_id: agentId,
      });
      return { moved: memories.length, target };
    });
    moved += step.moved;
    if (step.target !== null) return { project: step.target, moved };
  }
}

/**
 * Removes a project. Throws `project_not_empty` if it has memories, archived or not. With `erasures`, erases
 * them first.
 */
export async function deleteProject(
  deps: MemoryDependencies,
  idOrName: string,
  agentId: string,
  erasures: Erasures | null,
): Promise<{ project: Project; erased: number; receiptIds: string[] }> {
  const receiptIds: string[] = [];
  let erased = 0;
  for (;;) {
    const { project, memoryIds } = await deps.withTransaction(async (tx) => {
      const project = await required(tx, idOrName);
      const memories = await tx.projects.memoriesOf(project, erasures === null ? 1 : ERASED_AT_ONCE);
      if (memories.length === 0) {
        await tx.projects.remove(project);
        tx.record('project.deleted', { project_id: project.projectId, agent_id: agentId });
      }
      return { project, memoryIds: memories.map(({ memoryId }) => memoryId) };
    });
    if (memoryIds.length === 0) return { project, erased, receiptIds };
    if (erasures === null)
      throw new AppError(
        'project_not_empty',
        'Expected a project without memories, archived ones included. Merge it, or pass erase: true',
      );
    const receipt = await erasures.erase({
      target: { memoryIds },
      reason: 'The project was deleted',
      agentId,
    });
    erased += receipt.memories.length;
    receiptIds.push(receipt.receiptId);
  }
}

async function required(tx: Transaction, idOrName: string): Promise<Project> {
  const project = await tx.projects.find(idOrName);
  if (project === null) throw new AppError('project_not_found', 'No project has this id or name');
  return project;
}
