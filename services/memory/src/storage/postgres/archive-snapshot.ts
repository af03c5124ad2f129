import type { Postgres, PostgresQueries } from '@anima/service/postgres';
import { countsOf } from '../../archive/archive-format.js';
import type { ArchiveSelection, ArchiveSnapshot } from '../../archive/archive-store.js';
import type { ArchivedAuditRun, ArchivedFinding } from '../../archive/audit-run-record.js';
import type { ArchivedMemory } from '../../archive/memory-record.js';
import type { HistoryEntry } from '../../memory/memory-store.js';
import { BY_MERGE } from '../../relations/relation.js';
import { type RelationRow, relationFromRow } from '../relation-row.js';
import { AUDIT_RUN_COLUMNS, type AuditRunRow, auditRunFromRow, RUNS_WITH_PROJECT } from './audit-store.js';
import { MEMORIES_WITH_PROJECT, MEMORY_COLUMNS, type MemoryRow, memoryFromRow } from './memory-row.js';
import { type ProjectRow, projectFromRow } from './project-registry.js';

/** Number of rows that are read at once; contents are up to 64 KiB by default. */
const ROWS_A_PAGE = 32;
/** Relations are small rows. */
const RELATIONS_A_PAGE = 500;
/** Number of characters of contents after which a page is returned. */
const PAGE_CHARACTERS = 1 << 18;

// Parameters of every selection: $1 projects, $2 created after, $3 created before.
const OF_PROJECTS = `($1::text[] IS NULL OR project_key IN (SELECT project_key FROM projects WHERE project_id = ANY ($1)))`;
const selected = (time: string) =>
  `${OF_PROJECTS} AND ($2::bigint IS NULL OR ${time} > $2) AND ($3::bigint IS NULL OR ${time} < $3)`;
const MEMORIES = selected('memories.created_at');
const RUNS = `state <> 'running' AND ${selected('audit_runs.started_at')}`;
const isChosen = (id: string) =>
  `EXISTS (SELECT 1 FROM memories WHERE memory_id = ${id} AND ${selected('memories.created_at')})`;
const RELATIONS = `by <> '${BY_MERGE}' AND ${isChosen('from_id')} AND ${isChosen('to_id')}`;
const PROJECTS = `${OF_PROJECTS} AND (${selected('projects.created_at')}
  OR $4 AND project_key IN (SELECT project_key FROM memories WHERE ${MEMORIES})
  OR $5 AND project_key IN (SELECT project_key FROM audit_runs WHERE ${RUNS}))`;

const MEMORY_PAGE = `SELECT ${MEMORY_COLUMNS}, (
    SELECT coalesce(json_agg(json_build_object(
      'revision', revision, 'change', change, 'agentId', agent_id, 'at', at, 'changes', changes) ORDER BY revision), '[]')
    FROM memory_history AS history WHERE history.memory_key = memories.memory_key) AS history
  FROM ${MEMORIES_WITH_PROJECT} WHERE ${MEMORIES} AND memory_key > $4 ORDER BY memory_key LIMIT ${ROWS_A_PAGE}`;
const NEXT_RUN = `SELECT ${AUDIT_RUN_COLUMNS} FROM ${RUNS_WITH_PROJECT} WHERE ${RUNS} AND run_key > $4 ORDER BY run_key LIMIT 1`;
const FINDINGS = `SELECT finding, agent_id AS suppressed_by, suppressed_at FROM audit_findings
  LEFT JOIN audit_suppressions USING (fingerprint) WHERE run_key = $1 ORDER BY position`;
const RELATION_PAGE = `SELECT * FROM relations WHERE ${RELATIONS} AND (from_id, kind, to_id) > ($4, $5, $6)
  ORDER BY from_id, kind, to_id LIMIT ${RELATIONS_A_PAGE}`;

/**
 * Opens a read transaction that sees a single state of the database; it holds a connection until it is
 * closed.
 */
export async function openArchiveSnapshot(db: Postgres): Promise<ArchiveSnapshot> {
  const { tx, end } = await openReadTransaction(db);

  const parameters = ({ projectIds, createdAfter, createdBefore }: ArchiveSelection) => [
    projectIds,
    createdAfter,
    createdBefore,
  ];
  const projectParameters = (selection: ArchiveSelection) => [
    ...parameters(selection),
    selection.memories,
    selection.auditRuns,
  ];

  async function count(from: string, isAsked: boolean, values: readonly unknown[]): Promise<number> {
    if (!isAsked) return 0;
    const [row] = await tx.query<{ total: number }>(`SELECT count(*) AS total FROM ${from}`, values);
    return row!.total;
  }

  return {
    async counts(selection) {
      const values = parameters(selection);
      return countsOf({
        projects: await count(`projects WHERE ${PROJECTS}`, selection.projects, projectParameters(selection)),
        memories: await count(`memories WHERE ${MEMORIES}`, selection.memories, values),
        audit_runs: await count(`audit_runs WHERE ${RUNS}`, selection.auditRuns, values),
        relations: await count(`relations WHERE ${RELATIONS}`, selection.memories, values),
      });
    },

    async *projects(selection) {
      if (!selection.projects) return;
      const rows = await tx.query<ProjectRow>(
        `SELECT * FROM projects WHERE ${PROJECTS} ORDER BY project_key`,
        projectParameters(selection),
      );
      yield rows.map(projectFromRow);
    },

    async *memories(selection) {
      if (!selection.memories) return;
      for (let last = 0; ; ) {
        const rows = await tx.query<ArchivedMemoryRow>(MEMORY_PAGE, [...parameters(selection), last]);
        yield* pagesOf(rows.map((row) => ({ memory: memoryFromRow(row), history: row.history })));
        if (rows.length < ROWS_A_PAGE) return;
        last = rows.at(-1)!.memory_key;
      }
    },

    async *auditRuns(selection) {
      if (!selection.auditRuns) return;
      for (let last = 0; ; ) {
        const [row] = await tx.query<AuditRunRow>(NEXT_RUN, [...parameters(selection), last]);
        if (row === undefined) return;
        yield [toArchivedRun(row, await tx.query<ArchivedFindingRow>(FINDINGS, [row.run_key]))];
        last = row.run_key;
      }
    },

    async *relations(selection) {
      if (!selection.memories) return;
      for (let last = { from: '', kind: '', to: '' }; ; ) {
        const rows = await tx.query<RelationRow>(RELATION_PAGE, [
          ...parameters(selection),
          last.from,
          last.kind,
          last.to,
        ]);
        const page = rows.map(relationFromRow);
        yield page;
        if (page.length < RELATIONS_A_PAGE) return;
        const { from, kind, to } = page.at(-1)!;
        last = { from, kind, to };
      }
    },

    close: end,
  };
}

interface ReadTransaction {
  tx: PostgresQueries;
  end(): Promise<void>;
}

/** Opens a transaction that stays open until the caller ends it. */
async function openReadTransaction(db: Postgres): Promise<ReadTransaction> {
  // One call tests the connection after an outage, and other calls are rejected until it returns. This short
  // query does the test, so that the long transaction never does.
  await db.query('SELECT 1');
  return new Promise((resolve, reject) => {
    const ended = db.transaction(
      async (tx) => {
        // The first statement fixes the state that the transaction sees.
        await tx.query(`SELECT set_config('idle_in_transaction_session_timeout', '${STALLED_AFTER}', true)`);
        await new Promise<void>((leave) => {
          // All data has been read, so errors at the end of the transaction are irrelevant.
          const end = () => {
            leave();
            return ended.catch(() => {});
          };
          resolve({ tx, end });
        });
      },
      { isolation: 'repeatable read', readOnly: true },
    );
    ended.catch(reject);
  });
}

/** Maximum idle time of the transaction. A disk that needs longer for one page is too slow for an archive. */
const STALLED_AFTER = '5min';

interface ArchivedMemoryRow extends MemoryRow {
  history: HistoryEntry[];
}

function* pagesOf(memories: readonly ArchivedMemory[]): Generator<ArchivedMemory[]> {
  let page: ArchivedMemory[] = [];
  let characters = 0;
  for (const each of memories) {
    page.push(each);
    characters += each.memory.content.length;
    if (characters < PAGE_CHARACTERS) continue;
    yield page;
    page = [];
    characters = 0;
  }
  if (page.length > 0) yield page;
}

interface ArchivedFindingRow {
  finding: Omit<ArchivedFinding, 'suppression'>;
  suppressed_by: string | null;
  suppressed_at: number | null;
}

function toArchivedRun(row: AuditRunRow, findings: readonly ArchivedFindingRow[]): ArchivedAuditRun {
  return {
    ...auditRunFromRow(row),
    state: row.state as ArchivedAuditRun['state'],
    findings: findings.map(({ finding, suppressed_by: agentId, suppressed_at: at }) => ({
      ...finding,
      suppression: at === null ? null : { agentId: agentId!, at },
    })),
    undecided: row.undecided,
  };
}
