import { storedJson } from '@anima/service/sqlite';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { type CountsByKind, noCounts, type UndecidedPair } from '../../audit/audit-run.js';
import {
  type ErasureReceipt,
  type ErasureStore,
  type ErasureWrites,
  MAX_LISTED_IDS,
  type UnfinishedErasure,
} from '../../erasure/erasure-store.js';
import { compactDatabase } from './compact-database.js';
import type { AfterCommit, GroupCommit } from './group-commit.js';
import { LAST_CHANGE } from './memory-writes.js';

interface ErasureRow {
  receipt_id: string;
  agent_id: string;
  reason: string | null;
  at: number;
  finished_at: number | null;
  sha256: string | null;
  erased: number;
}

type IdRow = { memory_id: string };
const ids = (rows: unknown[]) => (rows as IdRow[]).map(({ memory_id }) => memory_id);

export function createSqliteErasureStore(options: {
  dataDir: string;
  reads: DatabaseSyncInstance;
  commits: Pick<GroupCommit, 'hold'>;
}): ErasureStore {
  const { dataDir, reads, commits } = options;
  const selectReceipts = reads.prepare(`
    SELECT *, (SELECT count(*) FROM erased_memories AS e WHERE e.receipt_id = erasures.receipt_id AND is_erased = 1) AS erased
    FROM erasures ORDER BY erasure_key DESC LIMIT ?`);
  const countReceipts = reads.prepare('SELECT count(*) AS total FROM erasures');
  const selectUnfinished = reads.prepare(
    'SELECT * FROM erasures WHERE finished_at IS NULL ORDER BY erasure_key',
  );
  const selectPending = reads.prepare(
    'SELECT memory_id FROM erased_memories WHERE receipt_id = ? AND is_erased = 0 ORDER BY memory_id LIMIT ?',
  );
  const selectIds = reads.prepare(
    'SELECT memory_id FROM erased_memories WHERE receipt_id = ? AND is_erased = 1 ORDER BY memory_id LIMIT ?',
  );
  const selectMerged = reads.prepare(`
    SELECT memory_id FROM memories WHERE merged_from <> '[]' AND EXISTS
      (SELECT 1 FROM json_each(merged_from) WHERE value IN (SELECT value FROM json_each(?)))`);
  const selectConversation = reads.prepare('SELECT memory_key FROM memories WHERE conversation_id = ?');
  const selectArchives = reads.prepare('SELECT * FROM written_archives ORDER BY written_at DESC');
  const erasedAmong = prepareErasedAmong(reads);

  return {
    receipts({ limit }) {
      const rows = selectReceipts.all(limit) as unknown as ErasureRow[];
      const { total } = countReceipts.get() as { total: number };
      return {
        receipts: rows.map(
          (row): ErasureReceipt => ({
            ...toErasure(row),
            erased: row.erased,
            memoryIds: ids(selectIds.all(row.receipt_id, MAX_LISTED_IDS)),
            finishedAt: row.finished_at,
            sha256: row.sha256,
          }),
        ),
        total,
      };
    },
    unfinished: () => (selectUnfinished.all() as unknown as ErasureRow[]).map(toErasure),
    pending: (receiptId, limit) => ids(selectPending.all(receiptId, limit)),
    idsOf: (receiptId) => ids(selectIds.all(receiptId, -1)),
    erasedAmong,
    mergedFrom: (memoryIds) => ids(selectMerged.all(JSON.stringify(memoryIds))),
    keysOfConversation: (conversationId) =>
      (selectConversation.all(conversationId) as { memory_key: number }[]).map(
        ({ memory_key }) => memory_key,
      ),
    archives: () =>
      (selectArchives.all() as { path: string; written_at: number }[]).map((row) => ({
        path: row.path,
        writtenAt: row.written_at,
      })),
    clean: () => commits.hold(() => compactDatabase(dataDir)),
  };
}

function toErasure(row: ErasureRow): UnfinishedErasure {
  return { receiptId: row.receipt_id, agentId: row.agent_id, reason: row.reason, at: row.at };
}

function prepareErasedAmong(db: DatabaseSyncInstance) {
  const select = db.prepare(
    'SELECT memory_id FROM erased_memories WHERE memory_id IN (SELECT value FROM json_each(?))',
  );
  return (memoryIds: readonly string[]) => new Set(ids(select.all(JSON.stringify(memoryIds))));
}

export interface ErasureWritesOptions {
  /** The write connection. */
  db: DatabaseSyncInstance;
  /** Called with the keys of removed memories after the commit. */
  erased: (keys: readonly number[]) => void;
}

/** Creates the erasure operations of transactions. */
export function createSqliteErasureWrites({
  db,
  erased,
}: ErasureWritesOptions): (afterCommit: AfterCommit) => ErasureWrites {
  const insertErasure = db.prepare(
    'INSERT INTO erasures (receipt_id, agent_id, reason, at) VALUES (?, ?, ?, ?)',
  );
  const insertId = db.prepare('INSERT OR IGNORE INTO erased_memories (memory_id, receipt_id) VALUES (?, ?)');
  const setErased = db.prepare('UPDATE erased_memories SET is_erased = 1 WHERE memory_id = ?');
  const dropPending = db.prepare('DELETE FROM erased_memories WHERE memory_id = ? AND is_erased = 0');
  const finish = db.prepare('UPDATE erasures SET finished_at = ?, sha256 = ? WHERE receipt_id = ?');
  const noteChange = db.prepare(`
    INSERT OR REPLACE INTO meta (name, value) SELECT 'erased_change', CAST(${LAST_CHANGE} AS TEXT)`);
  const deleteRows = ['memory_vectors', 'memory_history', 'memories'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE memory_key = ?`),
  );
  const deleteRelations = db.prepare('DELETE FROM relations WHERE from_id = :id OR to_id = :id');
  const noteArchive = db.prepare('INSERT OR REPLACE INTO written_archives (path, written_at) VALUES (?, ?)');
  const selectSuperseded = db.prepare(
    'SELECT memory_id FROM memories WHERE superseded_by IN (SELECT value FROM json_each(?))',
  );
  const amongIds = 'IN (SELECT value FROM json_each(:ids))';
  const deleteFindings = db.prepare(`
    DELETE FROM audit_findings WHERE EXISTS (SELECT 1 FROM json_each(memory_ids) WHERE value ${amongIds})
    RETURNING run_key, fingerprint`);
  const deleteSuppression = db.prepare(`
    DELETE FROM audit_suppressions WHERE fingerprint = :fingerprint
      AND NOT EXISTS (SELECT 1 FROM audit_findings WHERE fingerprint = :fingerprint)`);
  const countFindings = db.prepare(
    'SELECT kind, count(*) AS findings FROM audit_findings WHERE run_key = ? GROUP BY kind',
  );
  const setCounts = db.prepare('UPDATE audit_runs SET counts = ? WHERE run_key = ?');
  const selectRuns = db.prepare(`
    SELECT run_key, notes, undecided FROM audit_runs
    WHERE EXISTS (SELECT 1 FROM json_each(:ids) WHERE instr(undecided, value) > 0 OR instr(notes, value) > 0)`);
  const setTexts = db.prepare('UPDATE audit_runs SET notes = ?, undecided = ? WHERE run_key = ?');
  const redactEvents = db.prepare(`
    UPDATE service_event SET data = json_patch('{"erased":true}', json_object(
      'memory_id', json_extract(data, '$.memory_id'), 'memory_ids', json(json_extract(data, '$.memory_ids'))))
    WHERE json_extract(data, '$.memory_id') ${amongIds}
      OR EXISTS (SELECT 1 FROM json_each(data, '$.memory_ids') WHERE value ${amongIds})`);
  const erasedAmong = prepareErasedAmong(db);

  function removeFromAudits(memoryIds: readonly string[], encoded: string): void {
    const findings = deleteFindings.all({ ids: encoded }) as { run_key: number; fingerprint: string }[];
    for (const { fingerprint } of findings) deleteSuppression.run({ fingerprint });
    for (const runKey of new Set(findings.map(({ run_key }) => run_key))) {
      const counts: CountsByKind = noCounts();
      for (const row of countFindings.all(runKey) as { kind: keyof CountsByKind; findings: number }[])
        counts[row.kind] = row.findings;
      setCounts.run(JSON.stringify(counts), runKey);
    }
    const gone = new Set(memoryIds);
    const runs = selectRuns.all({ ids: encoded }) as { run_key: number; notes: string; undecided: string }[];
    for (const { run_key, notes, undecided } of runs) {
      const pairs = storedJson<UndecidedPair[]>(undecided, 'an audit run').filter(
        (pair) => !pair.memoryIds.some((id) => gone.has(id)),
      );
      const lines = storedJson<string[]>(notes, 'an audit run').filter(
        (line) => !memoryIds.some((id) => line.includes(id)),
      );
      setTexts.run(JSON.stringify(lines), JSON.stringify(pairs), run_key);
    }
  }

  return (afterCommit) => ({
    begin({ receiptId, agentId, reason, at }, memoryIds) {
      insertErasure.run(receiptId, agentId, reason, at);
      for (const memoryId of memoryIds) insertId.run(memoryId, receiptId);
    },

    remove(memories) {
      if (memories.length === 0) return;
      const memoryIds = memories.map(({ memoryId }) => memoryId);
      const encoded = JSON.stringify(memoryIds);
      noteChange.run();
      for (const { key, memoryId } of memories) {
        for (const statement of deleteRows) statement.run(key);
        deleteRelations.run({ id: memoryId });
        setErased.run(memoryId);
      }
      removeFromAudits(memoryIds, encoded);
      redactEvents.run({ ids: encoded });
      const keys = memories.map(({ key }) => key);
      afterCommit(() => erased(keys));
    },

    drop(memoryIds) {
      for (const memoryId of memoryIds) dropPending.run(memoryId);
    },
    finish: (receiptId, { finishedAt, sha256 }) => void finish.run(finishedAt, sha256, receiptId),
    erasedAmong,
    supersededBy: (memoryIds) => ids(selectSuperseded.all(JSON.stringify(memoryIds))),
    noteArchive: (path, at) => void noteArchive.run(path, at),
  });
}
