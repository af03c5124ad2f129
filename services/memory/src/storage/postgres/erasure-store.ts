import { AppError } from '@anima/service/errors';
import type { Postgres, PostgresQueries } from '@anima/service/postgres';
import { countByKind, type FindingKind, type UndecidedPair } from '../../audit/audit-run.js';
import {
  type ErasureReceipt,
  type ErasureStore,
  type ErasureWrites,
  MAX_LISTED_IDS,
  type UnfinishedErasure,
} from '../../erasure/erasure-store.js';
import type { WriteTransaction } from './commits.js';
import { isGone, type OwnProcess } from './processes.js';

type IdRow = { memory_id: string };
const ids = (rows: readonly IdRow[]) => rows.map(({ memory_id }) => memory_id);
const ERASURE = 'receipt_id AS "receiptId", agent_id AS "agentId", reason, at';
const IDS_OF = `SELECT memory_id FROM erased_memories WHERE receipt_id = $1 AND is_erased = $2
  ORDER BY memory_id COLLATE "C" LIMIT $3`;

/** Tables whose rows have texts of memories, or words of them. */
const TEXT_TABLES = [
  'memories',
  'memory_history',
  'search_rows',
  'relations',
  'audit_findings',
  'audit_runs',
  'cached_responses',
  'anima_event',
  'anima_idempotency',
];
/** Tables with embeddings only. Writing the vector index again would take minutes. */
const VECTOR_TABLES = ['memory_vectors', 'search_windows', 'reindex_vectors'];
/**
 * Larger tables are not written again, because all calls wait meanwhile: their freed space is reused, and keeps
 * old bytes until then.
 */
const MAX_REWRITTEN_BYTES = 256 * 1024 * 1024;

export function createPostgresErasureStore({ db, own }: { db: Postgres; own: OwnProcess }): ErasureStore {
  const idsOf = async (receiptId: string, isErased: boolean, limit: number | null) =>
    ids(await db.query<IdRow>(IDS_OF, [receiptId, isErased, limit]));
  return {
    async receipts({ limit }) {
      const rows = await db.query<Omit<ErasureReceipt, 'memoryIds'>>(
        `SELECT ${ERASURE}, finished_at AS "finishedAt", sha256,
           (SELECT count(*) FROM erased_memories AS e WHERE e.receipt_id = erasures.receipt_id AND is_erased) AS erased
         FROM erasures ORDER BY erasure_key DESC LIMIT $1`,
        [limit],
      );
      const [count] = await db.query<{ total: number }>('SELECT count(*) AS total FROM erasures');
      const receipts: ErasureReceipt[] = [];
      for (const row of rows)
        receipts.push({ ...row, memoryIds: await idsOf(row.receiptId, true, MAX_LISTED_IDS) });
      return { receipts, total: count!.total };
    },
    unfinished: () =>
      db.query<UnfinishedErasure>(
        `SELECT ${ERASURE} FROM erasures
         WHERE finished_at IS NULL AND (process_id = $1 OR ${isGone('erasures.process_id')}) ORDER BY erasure_key`,
        [own.processId],
      ),
    pending: (receiptId, limit) => idsOf(receiptId, false, limit),
    idsOf: (receiptId) => idsOf(receiptId, true, null),
    erasedAmong: (memoryIds) => erasedAmong(db, memoryIds),
    async mergedFrom(memoryIds) {
      return ids(
        await db.query<IdRow>(
          "SELECT memory_id FROM memories WHERE merged_from <> '{}' AND merged_from && $1::text[]",
          [memoryIds],
        ),
      );
    },
    async keysOfConversation(conversationId) {
      const rows = await db.query<{ key: number }>(
        'SELECT memory_key AS key FROM memories WHERE conversation_id = $1',
        [conversationId],
      );
      return rows.map(({ key }) => key);
    },
    archives: () =>
      db.query('SELECT path, written_at AS "writtenAt" FROM written_archives ORDER BY written_at DESC'),

    async clean() {
      for (const table of VECTOR_TABLES) await db.maintain(`VACUUM ${table}`);
      for (const table of TEXT_TABLES) {
        const [size] = await db.query<{ bytes: number }>(
          'SELECT pg_total_relation_size($1::regclass) AS bytes',
          [table],
        );
        await rewrite(
          db,
          (size?.bytes ?? 0) <= MAX_REWRITTEN_BYTES ? `VACUUM (FULL) ${table}` : `VACUUM ${table}`,
        );
      }
    },
  };
}

/** Rejects with `unavailable` if a long read has the lock that writing the table again needs. */
async function rewrite(db: Postgres, statement: string): Promise<void> {
  try {
    await db.maintain(statement);
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw cause;
    throw new AppError('unavailable', 'A reader keeps the earlier state of the database; try again shortly', {
      cause,
      headers: { 'retry-after': '5' },
    });
  }
}

/** https://www.postgresql.org/docs/16/errcodes-appendix.html */
const LOCK_NOT_AVAILABLE = '55P03';

async function erasedAmong(db: PostgresQueries, memoryIds: readonly string[]): Promise<Set<string>> {
  if (memoryIds.length === 0) return new Set();
  return new Set(
    ids(
      await db.query<IdRow>('SELECT memory_id FROM erased_memories WHERE memory_id = ANY ($1)', [memoryIds]),
    ),
  );
}

/** Names any of the ids $1, in a finding or an event. */
const NAMES = (list: string) =>
  `EXISTS (SELECT 1 FROM json_array_elements_text(${list}) AS named (id) WHERE id = ANY ($1))`;
const REMOVE_ROWS = [
  'memory_vectors',
  'memory_history',
  'search_windows',
  'search_rows',
  'reindex_vectors',
  'memories',
].map((table) => `DELETE FROM ${table} WHERE memory_key = ANY ($1::bigint[])`);
const REDACT_EVENTS = `
  UPDATE anima_event SET data = json_strip_nulls(json_build_object(
    'memory_id', data->'memory_id', 'memory_ids', data->'memory_ids', 'erased', true))
  WHERE data->>'memory_id' = ANY ($1)
    OR (json_typeof(data->'memory_ids') = 'array' AND ${NAMES("data->'memory_ids'")})`;

/** Creates the erasure operations of transactions. */
export function createPostgresErasureWrites({
  own,
}: {
  own: OwnProcess;
}): (tx: WriteTransaction) => ErasureWrites {
  return (tx) => ({
    async begin({ receiptId, agentId, reason, at }, memoryIds) {
      await tx.query(
        'INSERT INTO erasures (receipt_id, process_id, agent_id, reason, at) VALUES ($1, $2, $3, $4, $5)',
        [receiptId, own.processId, agentId, reason, at],
      );
      await tx.query(
        `INSERT INTO erased_memories (memory_id, receipt_id) SELECT id, $2 FROM unnest($1::text[]) AS given (id)
         ON CONFLICT DO NOTHING`,
        [memoryIds, receiptId],
      );
    },

    async remove(memories) {
      if (memories.length === 0) return;
      const memoryIds = memories.map(({ memoryId }) => memoryId);
      const keys = memories.map(({ key }) => key);
      for (const statement of REMOVE_ROWS) await tx.query(statement, [keys]);
      await tx.query('DELETE FROM relations WHERE from_id = ANY ($1) OR to_id = ANY ($1)', [memoryIds]);
      await tx.query('UPDATE erased_memories SET is_erased = true WHERE memory_id = ANY ($1)', [memoryIds]);
      await removeFromAudits(tx, memoryIds);
      await tx.query(REDACT_EVENTS, [memoryIds]);
    },

    async drop(memoryIds) {
      await tx.query('DELETE FROM erased_memories WHERE memory_id = ANY ($1) AND NOT is_erased', [memoryIds]);
    },
    async finish(receiptId, { finishedAt, sha256 }) {
      await tx.query('UPDATE erasures SET finished_at = $2, sha256 = $3 WHERE receipt_id = $1', [
        receiptId,
        finishedAt,
        sha256,
      ]);
    },
    erasedAmong: (memoryIds) => erasedAmong(tx, memoryIds),
    async supersededBy(memoryIds) {
      return ids(
        await tx.query<IdRow>('SELECT memory_id FROM memories WHERE superseded_by = ANY ($1)', [memoryIds]),
      );
    },
    async noteArchive(path, at) {
      await tx.query(
        `INSERT INTO written_archives (path, written_at) VALUES ($1, $2)
         ON CONFLICT (path) DO UPDATE SET written_at = excluded.written_at`,
        [path, at],
      );
    },
  });
}

async function removeFromAudits(tx: PostgresQueries, memoryIds: readonly string[]): Promise<void> {
  const findings = await tx.query<{ run_key: number; fingerprint: string }>(
    `DELETE FROM audit_findings WHERE ${NAMES("finding->'memoryIds'")} RETURNING run_key, fingerprint`,
    [memoryIds],
  );
  await tx.query(
    `DELETE FROM audit_suppressions AS s WHERE fingerprint = ANY ($1)
       AND NOT EXISTS (SELECT 1 FROM audit_findings AS f WHERE f.fingerprint = s.fingerprint)`,
    [findings.map(({ fingerprint }) => fingerprint)],
  );
  for (const runKey of new Set(findings.map(({ run_key }) => run_key))) {
    const left = await tx.query<{ kind: FindingKind }>(
      `SELECT finding->>'kind' AS kind FROM audit_findings WHERE run_key = $1`,
      [runKey],
    );
    await tx.query('UPDATE audit_runs SET counts = $2 WHERE run_key = $1', [
      runKey,
      JSON.stringify(countByKind(left)),
    ]);
  }
  const runs = await tx.query<{ run_key: number; notes: string[]; undecided: UndecidedPair[] }>(
    `SELECT run_key, notes, undecided FROM audit_runs WHERE EXISTS (SELECT 1 FROM unnest($1::text[]) AS gone (id)
       WHERE position(id IN undecided::text) > 0 OR position(id IN notes::text) > 0)`,
    [memoryIds],
  );
  const gone = new Set(memoryIds);
  for (const { run_key, notes, undecided } of runs)
    await tx.query('UPDATE audit_runs SET notes = $2, undecided = $3 WHERE run_key = $1', [
      run_key,
      JSON.stringify(notes.filter((line) => !memoryIds.some((id) => line.includes(id)))),
      JSON.stringify(undecided.filter((pair) => !pair.memoryIds.some((id) => gone.has(id)))),
    ]);
}
