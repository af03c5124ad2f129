import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { MemoryCounts } from '../../memory/memory-store.js';
import type { ProjectRegistry } from './project-registry.js';

/** Counts with the covering index `memories_counted`; reads no content. */
export function countMemories(
  db: DatabaseSyncInstance,
  projects: ProjectRegistry,
  now: number,
): MemoryCounts {
  const rows = db
    .prepare(`
      SELECT project_key, type, count(*) AS total,
        sum(archived_at IS NOT NULL OR coalesce(expires_at <= :now, 0)) AS archived
      FROM memories GROUP BY project_key, type`)
    .all({ now }) as { project_key: number | null; type: string; total: number; archived: number }[];
  const counts: MemoryCounts = { total: 0, active: 0, archived: 0, global: 0, byType: {}, byProject: {} };
  // A project may be called "constructor" or "__proto__".
  const byProject = new Map<string, number>();
  for (const { project_key, type, total, archived } of rows) {
    counts.total += total;
    counts.archived += archived;
    counts.active += total - archived;
    counts.byType[type] = (counts.byType[type] ?? 0) + total;
    if (project_key === null) counts.global += total;
    else {
      const { name } = projects.byKey(project_key);
      byProject.set(name, (byProject.get(name) ?? 0) + total);
    }
  }
  return { ...counts, byProject: Object.fromEntries(byProject) };
}
