import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Memory, MemoryVectors } from '../../domain/memory/memory.js';
import { storedMemory } from '../../domain/memory/new-memory.js';
import type { CommittedChange, NewMemory } from '../../ports/memory-store.js';
import type { ChangedMemory, MemoryWrites } from '../../ports/transaction.js';
import type { AfterCommit } from './group-commit.js';
import { type MemoryRow, memoryFromRow, vectorsToBlob } from './memory-row.js';
import type { ProjectRegistry } from './project-registry.js';
import { prepareSourceKeys } from './source-keys.js';

export interface MemoryWritesOptions {
  /** The connection that writes. */
  db: DatabaseSyncInstance;
  projects: ProjectRegistry;
  /** Told of every change after its commit, in order. */
  committed: (change: CommittedChange) => void;
}

/** What transactions do with memories. */
export function createSqliteMemoryWrites(
  options: MemoryWritesOptions,
): (afterCommit: AfterCommit) => MemoryWrites {
  const { db, projects, committed } = options;
  const insertMemory = db.prepare(`
    INSERT INTO memories (memory_id, change_seq, text_seq, type, importance, project_key, tags, source_agent,
      created_at, updated_at, occurred_at, expires_at, archived_at, shared_with, superseded_by, merged_from,
      conversation_id, implied_conversation, speaker, origin, source_path, source_line, source_key, content)
    VALUES (:id, :change, :change, :type, :importance, :project, :tags, :agent, :created, :created, :occurred,
      :expires, NULL, :shared, NULL, :merged, :conversation, :implied, :speaker, :origin, :source, :line, :sourceKey,
      :content)`);
  const insertVectors = db.prepare(
    'INSERT INTO memory_vectors (content, context, memory_key) VALUES (?, ?, ?)',
  );
  const updateVectors = db.prepare('UPDATE memory_vectors SET content = ?, context = ? WHERE memory_key = ?');
  const updateMemory = db.prepare(`
    UPDATE memories SET change_seq = :change, text_seq = coalesce(:text, text_seq), content = :content, type = :type, importance = :importance,
      project_key = :project, tags = :tags, updated_at = :updated, expires_at = :expires,
      archived_at = :archived, shared_with = :shared, superseded_by = :superseded,
      source_path = :source, source_key = :sourceKey
    WHERE memory_key = :key`);
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

  /** A change that is undone gives its number back. */
  const nextChange = () => (selectNextChange.get() as { next: number }).next;

  const keyOf = ({ project }: Pick<Memory, 'project'>, afterCommit: AfterCommit) =>
    project === null ? null : projects.keyOf(project, afterCommit);

  function insert(memory: NewMemory, afterCommit: AfterCommit): Memory {
    const changeSeq = nextChange();
    const { lastInsertRowid } = insertMemory.run({
      id: memory.memoryId,
      change: changeSeq,
      type: memory.type,
      importance: memory.importance,
      project: keyOf(memory, afterCommit),
      tags: JSON.stringify(memory.tags),
      agent: memory.sourceAgent,
      created: memory.createdAt,
      occurred: memory.occurredAt,
      expires: memory.expiresAt,
      conversation: memory.conversationId,
      implied: memory.impliedConversation,
      speaker: memory.speaker,
      origin: memory.origin,
      source: memory.sourcePath,
      line: memory.sourceLine,
      sourceKey: memory.sourceKey,
      shared: JSON.stringify(memory.sharedWith ?? []),
      merged: JSON.stringify(memory.mergedFrom ?? []),
      content: memory.content,
    });
    const key = Number(lastInsertRowid);
    const { vectors } = memory;
    insertVectors.run(...toBlobs(vectors), key);
    const stored = storedMemory(memory, key);
    afterCommit(() => committed({ changeSeq, memory: stored, vectors }));
    return stored;
  }

  function update({ memory, vectors, history }: ChangedMemory, afterCommit: AfterCommit): void {
    const changeSeq = nextChange();
    updateMemory.run({
      key: memory.key,
      change: changeSeq,
      text: vectors === null ? null : changeSeq,
      content: memory.content,
      type: memory.type,
      importance: memory.importance,
      project: keyOf(memory, afterCommit),
      tags: JSON.stringify(memory.tags),
      updated: memory.updatedAt,
      expires: memory.expiresAt,
      archived: memory.archivedAt,
      shared: JSON.stringify(memory.sharedWith),
      superseded: memory.supersededBy,
      source: memory.sourcePath,
      sourceKey: memory.sourceKey,
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
