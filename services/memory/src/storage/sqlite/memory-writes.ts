import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Memory, MemoryVectors } from '../../memory/memory.js';
import { memoryColumns } from '../../memory/memory-columns.js';
import type { CommittedChange, NewMemory } from '../../memory/memory-store.js';
import { storedMemory } from '../../memory/new-memory.js';
import type { ChangedMemory, MemoryWrites } from '../transaction.js';
import type { AfterCommit } from './group-commit.js';
import { COLUMN_NAMES, type MemoryRow, memoryFromRow, memoryToRow, vectorsToBlob } from './memory-row.js';
import type { ProjectRegistry } from './project-registry.js';
import { prepareSourceKeys } from './source-keys.js';

export interface MemoryWritesOptions {
  /** The write connection. */
  db: DatabaseSyncInstance;
  projects: ProjectRegistry;
  /** Called with every change after its commit, in order. */
  committed: (change: CommittedChange) => void;
}

const updatedColumns = memoryColumns.filter(({ isUpdated }) => isUpdated);

/** Creates the memory operations of transactions. */
export function createSqliteMemoryWrites(
  options: MemoryWritesOptions,
): (afterCommit: AfterCommit) => MemoryWrites {
  const { db, projects, committed } = options;
  const insertMemory = db.prepare(`
    INSERT INTO memories (change_seq, text_seq, project_key, ${COLUMN_NAMES})
    VALUES (:change_seq, :change_seq, :project_key, ${memoryColumns.map(({ name }) => `:${name}`).join(', ')})`);
  const insertVectors = db.prepare(
    'INSERT INTO memory_vectors (content, context, memory_key) VALUES (?, ?, ?)',
  );
  const updateVectors = db.prepare('UPDATE memory_vectors SET content = ?, context = ? WHERE memory_key = ?');
  const updateMemory = db.prepare(`
    UPDATE memories SET change_seq = :change_seq, text_seq = coalesce(:text_seq, text_seq), project_key = :project_key,
      ${updatedColumns.map(({ name }) => `${name} = :${name}`).join(', ')}
    WHERE memory_key = :memory_key`);
  const insertHistory = db.prepare(`
    INSERT INTO memory_history (memory_key, revision, change, agent_id, at, changes)
    VALUES (:key, (SELECT coalesce(max(revision), 1) + 1 FROM memory_history WHERE memory_key = :key),
      :change, :agent, :at, :changes)`);
  const selectById = db.prepare('SELECT * FROM memories WHERE memory_id = ?');
  const selectExpired = db.prepare(`
    SELECT * FROM memories WHERE expires_at <= ? AND archived_at IS NULL ORDER BY expires_at LIMIT ?`);
  const addAccess = db.prepare(`
    UPDATE memories SET access_count = access_count + ?, last_accessed_at = max(coalesce(last_accessed_at, 0), ?)
    WHERE memory_key = ?`);
  const sourceKeys = prepareSourceKeys(db, projects);
  const selectNextChange = db.prepare('SELECT coalesce(max(change_seq), 0) + 1 AS next FROM memories');

  const toMemory = (row: MemoryRow) =>
    memoryFromRow(row, row.project_key === null ? null : projects.byKey(row.project_key));

  /** Returns the next change number. If a change is undone, the next change gets its number. */
  const nextChange = () => (selectNextChange.get() as { next: number }).next;

  const keyOf = ({ project }: Pick<Memory, 'project'>, afterCommit: AfterCommit) =>
    project === null ? null : projects.keyOf(project, afterCommit);

  function insert(memory: NewMemory, afterCommit: AfterCommit): Memory {
    const changeSeq = nextChange();
    const fields = storedMemory(memory, 0);
    const { lastInsertRowid } = insertMemory.run({
      ...memoryToRow(fields),
      change_seq: changeSeq,
      project_key: keyOf(memory, afterCommit),
    });
    const stored = { ...fields, key: Number(lastInsertRowid) };
    const { vectors } = memory;
    insertVectors.run(...toBlobs(vectors), stored.key);
    afterCommit(() => committed({ changeSeq, memory: stored, vectors }));
    return stored;
  }

  function update({ memory, vectors, history }: ChangedMemory, afterCommit: AfterCommit): void {
    const changeSeq = nextChange();
    updateMemory.run({
      ...memoryToRow(memory, updatedColumns),
      memory_key: memory.key,
      change_seq: changeSeq,
      text_seq: vectors === null ? null : changeSeq,
      project_key: keyOf(memory, afterCommit),
    });
    if (vectors !== null) updateVectors.run(...toBlobs(vectors), memory.key);
    insertHistory.run({
      key: memory.key,
      change: history.change,
      agent: history.agentId,
      at: history.at,
      changes: JSON.stringify(history.changes),
    });
    afterCommit(() => committed({ changeSeq, memory, vectors }));
  }

  return (afterCommit) => ({
    forUpdate: (memoryIds) =>
      memoryIds
        .map((memoryId) => selectById.get(memoryId) as MemoryRow | undefined)
        .filter((row) => row !== undefined)
        .map(toMemory),
    expired: (now, limit) => (selectExpired.all(now, limit) as unknown as MemoryRow[]).map(toMemory),
    sourceKeys,
    insert: (memories) => memories.map((memory) => insert(memory, afterCommit)),
    update(changes) {
      for (const change of changes) update(change, afterCommit);
    },
    addAccesses(accesses) {
      for (const { key, count, at } of accesses) addAccess.run(count, at, key);
    },
  });
}

function toBlobs({ content, context }: MemoryVectors) {
  return [vectorsToBlob(content), context && vectorsToBlob([context])] as const;
}
