import { storedJson } from '@anima/service/sqlite';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { countsOf } from '../../archive/archive-format.js';
import type { ArchiveSelection, ArchiveSnapshot } from '../../archive/archive-store.js';
import type { ArchivedAuditRun, ArchivedFinding } from '../../archive/audit-run-record.js';
import type { ArchivedMemory } from '../../archive/memory-record.js';
import type { Project } from '../../memory/memory.js';
import type { HistoryEntry } from '../../memory/memory-store.js';
import { BY_MERGE } from '../../relations/relation.js';
import { type RelationRow, relationFromRow } from '../relation-row.js';
import {
  type AuditRunRow,
  auditRunFromRow,
  type FindingRow,
  findingFromRow,
  undecidedFromRow,
} from './audit-row.js';
import { type MemoryRow, memoryFromRow } from './memory-row.js';

/** Number of rows that are read at once; contents are up to 64 KiB by default. */
const ROWS_A_PAGE = 32;
/** Relations are small rows. */
const RELATIONS_A_PAGE = 500;
/** Number of characters of contents and histories after which a page is returned. */
const PAGE_CHARACTERS = 1 << 18;

/**
 * Opens a separate connection with one read transaction: with WAL it sees one state of the database while
 * others write.
 */
export function openArchiveSnapshot(databasePath: string): ArchiveSnapshot {
  const db = new DatabaseSync(databasePath, { readOnly: true });
  db.exec('PRAGMA cache_size = -2048; BEGIN');
  const projects = readProjects(db);
  const projectOf = (key: number | null) => (key === null ? null : projects.get(key)!);

  const ofProjects = `(:projects IS NULL OR project_key IN
    (SELECT p.project_key FROM projects AS p JOIN json_each(:projects) ON value = p.project_id))`;
  const selected = (time: string) => `${ofProjects}
    AND (:after IS NULL OR ${time} > :after) AND (:before IS NULL OR ${time} < :before)`;
  const ended = "state <> 'running'";
  const memories = `FROM memories WHERE :memories AND ${selected('created_at')}`;
  const runs = `FROM audit_runs WHERE :runs AND ${ended} AND ${selected('started_at')}`;
  const isChosen = (id: string) =>
    `EXISTS (SELECT 1 FROM memories WHERE memory_id = ${id} AND ${selected('created_at')})`;
  const relations = `FROM relations WHERE :memories AND by <> '${BY_MERGE}'
    AND ${isChosen('from_id')} AND ${isChosen('to_id')}`;
  const chosenProjects = `FROM projects WHERE :listed AND ${ofProjects} AND (${selected('created_at')}
    OR project_key IN (SELECT project_key ${memories}) OR project_key IN (SELECT project_key ${runs}))`;

  const selectHistory = db.prepare('SELECT * FROM memory_history WHERE memory_key = ? ORDER BY revision');
  const selectFindings = db.prepare(`
    SELECT f.*, s.agent_id AS suppressed_by, s.suppressed_at FROM audit_findings AS f
    LEFT JOIN audit_suppressions AS s USING (fingerprint) WHERE run_key = ? ORDER BY position`);

  function parameters(selection: ArchiveSelection) {
    return {
      memories: selection.memories ? 1 : 0,
      runs: selection.auditRuns ? 1 : 0,
      listed: selection.projects ? 1 : 0,
      after: selection.createdAfter,
      before: selection.createdBefore,
      projects: selection.projectIds === null ? null : JSON.stringify(selection.projectIds),
    };
  }

  /** Returns the parameters that the statement names; SQLite rejects others. */
  function named(sql: string, selection: ArchiveSelection) {
    return Object.fromEntries(
      Object.entries(parameters(selection)).filter(([name]) => sql.includes(`:${name}`)),
    );
  }

  /**
   * Reads rows in order of `key`, one page at a time. A statement left open in the middle of its rows would
   * keep the snapshot alive after `close`, and crashes if it is garbage-collected before its iterator
   * (@photostructure/sqlite 1.2.1).
   */
  function* rows<Row>(key: string, from: string, selection: ArchiveSelection): Generator<Row> {
    const sql = `SELECT * ${from} AND ${key} > :last ORDER BY ${key} LIMIT ${ROWS_A_PAGE}`;
    const select = db.prepare(sql);
    const fixed = named(sql, selection);
    for (let last = 0; ; ) {
      const page = select.all({ ...fixed, last }) as Record<string, unknown>[];
      yield* page as Row[];
      if (page.length < ROWS_A_PAGE) return;
      last = page.at(-1)![key] as number;
    }
  }

  function count(from: string, selection: ArchiveSelection): number {
    const sql = `SELECT count(*) AS total ${from}`;
    return (db.prepare(sql).get(named(sql, selection)) as { total: number }).total;
  }

  return {
    counts: (selection) =>
      countsOf({
        projects: count(chosenProjects, selection),
        memories: count(memories, selection),
        audit_runs: count(runs, selection),
        relations: count(relations, selection),
      }),

    async *projects(selection) {
      const keys = rows<{ project_key: number }>('project_key', chosenProjects, selection);
      yield Array.from(keys, ({ project_key }) => projectOf(project_key)!);
    },

    async *memories(selection) {
      let page: ArchivedMemory[] = [];
      let characters = 0;
      for (const row of rows<MemoryRow>('memory_key', memories, selection)) {
        const history = selectHistory.all(row.memory_key) as unknown as HistoryRow[];
        page.push({
          memory: memoryFromRow(row, projectOf(row.project_key)),
          history: history.map(toHistoryEntry),
        });
        characters += row.content.length + history.reduce((sum, { changes }) => sum + changes.length, 0);
        if (characters < PAGE_CHARACTERS) continue;
        yield page;
        page = [];
        characters = 0;
      }
      yield page;
    },

    async *auditRuns(selection) {
      for (const row of rows<AuditRunRow>('run_key', runs, selection)) {
        const findings = selectFindings.all(row.run_key) as unknown as ArchivedFindingRow[];
        yield [toArchivedRun(row, projectOf(row.project_key), findings)];
      }
    },

    async *relations(selection) {
      const sql = `SELECT * ${relations} AND (from_id, kind, to_id) > (:from, :kind, :to)
        ORDER BY from_id, kind, to_id LIMIT ${RELATIONS_A_PAGE}`;
      const select = db.prepare(sql);
      const fixed = named(sql, selection);
      for (let last = { from: '', kind: '', to: '' }; ; ) {
        const page = (select.all({ ...fixed, ...last }) as unknown as RelationRow[]).map(relationFromRow);
        yield page;
        if (page.length < RELATIONS_A_PAGE) return;
        const { from, kind, to } = page.at(-1)!;
        last = { from, kind, to };
      }
    },

    close() {
      db.exec('ROLLBACK');
      db.close();
    },
  };
}

function readProjects(db: DatabaseSyncInstance): Map<number, Project> {
  const rows = db.prepare('SELECT * FROM projects').all() as unknown as {
    project_key: number;
    project_id: string;
    name: string;
    created_at: number;
  }[];
  return new Map(
    rows.map((row) => [
      row.project_key,
      { projectId: row.project_id, name: row.name, createdAt: row.created_at },
    ]),
  );
}

interface HistoryRow {
  revision: number;
  change: string;
  agent_id: string;
  at: number;
  changes: string;
}

function toHistoryEntry(row: HistoryRow): HistoryEntry {
  return {
    revision: row.revision,
    change: row.change as HistoryEntry['change'],
    agentId: row.agent_id,
    at: row.at,
    changes: storedJson<HistoryEntry['changes']>(row.changes, 'an entry of the history'),
  };
}

interface ArchivedFindingRow extends FindingRow {
  suppressed_by: string | null;
  suppressed_at: number | null;
}

function toArchivedRun(
  row: AuditRunRow,
  project: Project | null,
  findings: readonly ArchivedFindingRow[],
): ArchivedAuditRun {
  return {
    ...auditRunFromRow(row, project),
    state: row.state as ArchivedAuditRun['state'],
    findings: findings.map(toArchivedFinding),
    undecided: undecidedFromRow(row),
  };
}

function toArchivedFinding(row: ArchivedFindingRow): ArchivedFinding {
  return {
    ...findingFromRow(row),
    suppression: row.suppressed_at === null ? null : { agentId: row.suppressed_by!, at: row.suppressed_at },
  };
}
