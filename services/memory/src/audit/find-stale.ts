import { dirname } from 'node:path';
import type { Memory, Project } from '../memory/memory.js';
import type { AuditDependencies } from './audit-dependencies.js';
import type { Observation } from './audit-run.js';
import type { ConfigStatement } from './config-texts.js';
import type { Pacer } from './pacer.js';
import type { Progress } from './progress.js';
import type { ProjectFiles, ProjectTree } from './project-files.js';
import { findExpired, findGonePaths, findOutdated, findUnread, originIn, originOf } from './stale-checks.js';

/**
 * Maximum number of directories whose projects are listed in one run. The directories that most memories were
 * imported from usually occur among the first memories.
 */
const MAX_TREES = 5;

/**
 * Finds memories and statements of config files that are outdated, expired, unread, or refer to missing
 * paths.
 */
export async function findStale(
  { files, clock }: AuditDependencies,
  what: {
    project: Project | null;
    configDir: string | null;
    memories: readonly Memory[];
    statements: readonly ConfigStatement[];
  },
  pacer: Pacer,
  progress: Progress,
): Promise<{ observations: Observation[]; notes: string[] }> {
  const now = clock();
  const roots = createRoots(files);
  const configTree = what.configDir === null ? null : await roots.of(what.configDir);
  const notes =
    configTree?.complete === false
      ? [`${configTree.root} has too many files to be listed; its relative paths were not checked`]
      : [];
  const observations: Observation[] = [];
  const total = what.statements.length + what.memories.length;
  let done = 0;

  for (const { file, line, text } of what.statements) {
    const origin = originIn(file, line, text);
    observations.push(...findExpired(origin, text, null, now));
    observations.push(...findOutdated(origin, text));
    observations.push(...(await findGonePaths(origin, text, files, configTree)));
    progress('stale', ++done, total);
    if (pacer.due) await pacer.rest();
  }
  for (const memory of what.memories) {
    const origin = originOf(memory);
    // A changed text may refer to the day of the change.
    const happenedAt = memory.occurredAt ?? memory.updatedAt;
    const over = [
      ...findExpired(origin, memory.content, happenedAt, now),
      ...findOutdated(origin, memory.content),
    ];
    observations.push(...(over.length > 0 ? over : findUnread(memory, now)));
    const tree = await treeOf(memory);
    if (tree !== null || configTree !== null) {
      observations.push(...(await findGonePaths(origin, memory.content, files, tree)));
    }
    progress('stale', ++done, total);
    if (pacer.due) await pacer.rest();
  }
  return { observations, notes };

  /**
   * Returns the tree that resolves the relative paths of a memory: the project of its source file, or
   * config_dir if the audit has a project. Returns null otherwise, because a global memory can refer to any
   * project.
   */
  async function treeOf(memory: Memory): Promise<ProjectTree | null> {
    if (memory.sourcePath !== null) {
      const source = await roots.of(dirname(memory.sourcePath));
      if (source?.isProject || (source !== null && source.root === configTree?.root)) return source;
    }
    return what.project === null ? null : configTree;
  }
}

function createRoots(files: ProjectFiles): { of(directory: string): Promise<ProjectTree | null> } {
  const byDirectory = new Map<string, Promise<ProjectTree | null>>();
  return {
    of(directory) {
      let tree = byDirectory.get(directory);
      if (tree === undefined && byDirectory.size >= MAX_TREES) return Promise.resolve(null);
      tree ??= files.tree(directory);
      byDirectory.set(directory, tree);
      return tree;
    },
  };
}
