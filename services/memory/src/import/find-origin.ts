import type { Memory, Project } from '../memory/memory.js';
import type { MemoryDependencies } from '../memory/memory-dependencies.js';
import type { ForeignFiles } from './foreign-files.js';
import type { ForeignStatement } from './foreign-statement.js';
import { sourceKey } from './foreign-statement.js';

/** Earlier imports of a file. */
export interface FileOrigin {
  /** Path of the file at that time. */
  path: string;
  project: Project | null;
  /** Memories of this project, archived memories included. */
  memories: Memory[];
}

/** Number of earlier paths with the same file name that are compared with the file. */
const MAX_COMPARED = 50;

/**
 * Finds the earlier imports of a file, also if the file has moved with its folder: the other path has the
 * same file name, no longer exists, and shares at least half of the statements. If `project` is undefined, a
 * known file stays in the project into which it was imported, and a new file belongs to the project of its
 * folder.
 */
export async function findOrigin(
  { deps: { store }, files }: { deps: Pick<MemoryDependencies, 'store'>; files: ForeignFiles },
  path: string,
  statements: readonly ForeignStatement[],
  project: Project | null | undefined,
): Promise<FileOrigin> {
  const inScope = (memory: Memory) => project === undefined || isOf(memory, project);
  const own = (await store.importedFrom(path)).filter(inScope);
  const from = own.length > 0 ? { path, memories: own } : await findMoved();
  if (project !== undefined) return { path: from?.path ?? path, project, memories: from?.memories ?? [] };
  const name = await files.projectName(path);
  const named = name === null ? null : await store.proposeProject(name);
  if (from === null) return { path, project: named, memories: [] };
  const places = new Map(from.memories.map((memory) => [memory.project?.projectId, memory.project]));
  const [first] = places.values();
  const chosen = places.size > 1 || first === undefined ? named : first;
  return { path: from.path, project: chosen, memories: from.memories.filter((each) => isOf(each, chosen)) };

  async function findMoved(): Promise<{ path: string; memories: Memory[] } | null> {
    const [, ending = ''] = /([\\/][^\\/]+)$/.exec(path) ?? [];
    if (statements.length === 0) return null;
    const earlier = (await store.importedPaths(ending)).filter((each) => each !== path);
    let best: { path: string; memories: Memory[] } | null = null;
    let most = 0;
    for (const candidate of earlier.slice(0, MAX_COMPARED)) {
      if (!(await files.isGone(candidate))) continue;
      const memories = (await store.importedFrom(candidate)).filter(inScope);
      const keys = new Set(memories.map((memory) => memory.sourceKey));
      const same = statements.filter(({ content }) => keys.has(sourceKey(candidate, content))).length;
      if (same <= most || same * 2 < Math.min(statements.length, keys.size)) continue;
      best = { path: candidate, memories };
      most = same;
    }
    return best;
  }
}

function isOf(memory: Memory, project: Project | null): boolean {
  return memory.project?.projectId === project?.projectId;
}
