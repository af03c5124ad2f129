import { NOTHING_RELATED, type RelatedMemories } from '../related/find-related.js';

export type ImportAction = 'created' | 'skipped' | 'conflict' | 'invalid';

/** With what was here before the import that it may have to do with; nothing in a dry run. */
export interface ImportItem extends RelatedMemories {
  /** Null where the record has none that could be shown. */
  memoryId: string | null;
  action: ImportAction;
  reason: string;
}

export interface ImportReport {
  /** Of memories. */
  counts: { created: number; skipped: number; conflicts: number; invalid: number };
  projects: { created: number; existing: number };
  auditRuns: { created: number; skipped: number };
  /** Null where the archive has none. */
  relations: { created: number; skipped: number } | null;
  /** The first of them: what was not taken in first, then the others, each in the order of the archive. */
  items: ImportItem[];
}

const MAX_ITEMS = 100;

/** Counts everything, and keeps what an answer can hold. */
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
