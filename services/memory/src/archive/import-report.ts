import { NOTHING_RELATED, type RelatedMemories } from '../related/find-related.js';

export type ImportAction = 'created' | 'skipped' | 'conflict' | 'invalid';

/** Result for one memory, with related memories older than the import. A dry run has no related memories. */
export interface ImportItem extends RelatedMemories {
  /** Null if the record has no memory_id that can be shown. */
  memoryId: string | null;
  action: ImportAction;
  reason: string;
}

export interface ImportReport {
  /** Number of memories by result. */
  counts: { created: number; skipped: number; conflicts: number; invalid: number };
  projects: { created: number; existing: number };
  auditRuns: { created: number; skipped: number };
  /** Null if the archive has no relations. */
  relations: { created: number; skipped: number } | null;
  /**
   * The first items, at most `MAX_ITEMS`: conflicts and invalid records first, then the other memories, each
   * group in archive order.
   */
  items: ImportItem[];
}

const MAX_ITEMS = 100;

/** Creates a report that counts all records and keeps as many items as a response can have. */
export function createImportReport() {
  const counts = { created: 0, skipped: 0, conflicts: 0, invalid: 0 };
  const projects = { created: 0, existing: 0 };
  const auditRuns = { created: 0, skipped: 0 };
  const relations = { created: 0, skipped: 0 };
  const refused: ImportItem[] = [];
  const others: ImportItem[] = [];
  return {
    memory(memoryId: string | null, action: ImportAction, reason: string): void {
      counts[action === 'conflict' ? 'conflicts' : action]++;
      const items = action === 'conflict' || action === 'invalid' ? refused : others;
      if (items.length < MAX_ITEMS) items.push({ memoryId, action, reason, ...NOTHING_RELATED });
    },
    project(isNew: boolean): void {
      projects[isNew ? 'created' : 'existing']++;
    },
    auditRun(isNew: boolean): void {
      auditRuns[isNew ? 'created' : 'skipped']++;
    },
    relation(isNew: boolean): void {
      relations[isNew ? 'created' : 'skipped']++;
    },
    changesAnything: () => counts.created + projects.created + auditRuns.created + relations.created > 0,
    totals: () => ({
      ...counts,
      projects_created: projects.created,
      audit_runs_created: auditRuns.created,
      relations_created: relations.created,
    }),
    finish: (): ImportReport => ({
      counts,
      projects,
      auditRuns,
      relations: relations.created + relations.skipped === 0 ? null : relations,
      items: [...refused, ...others].slice(0, MAX_ITEMS),
    }),
  };
}
