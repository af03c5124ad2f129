import { setImmediate } from 'node:timers/promises';
import { AppError } from '@anima/service/errors';
import type { EventOutbox, ServiceEvent } from '@anima/service/events';
import { isoTime } from '@anima/service/schema';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Memory } from '../../domain/memory/memory.js';
import type {
  ChangeKind,
  CommittedChange,
  HistoryEntry,
  MemoryChange,
  MemoryStore,
  NewMemory,
} from '../../ports/memory-store.js';
import { countMemories } from './count-memories.js';
import type { GroupCommit, Work } from './group-commit.js';
import { type MemoryRow, memoryFromRow, vectorsFromBlobs, vectorsToBlob } from './memory-row.js';
import type { ProjectRegistry } from './project-registry.js';

export interface SqliteMemoryStoreOptions {
  db: DatabaseSyncInstance;
  commits: GroupCommit;
  projects: ProjectRegistry;
  events: EventOutbox;
  dimensions: number;
  committed: (change: CommittedChange) => void;
}

/** How many memories of an import the index takes in before the event loop serves others: about 10 ms. */
const TAKE_IN_BATCH = 50;
/** How many expired memories one transaction archives. */
const EXPIRY_BATCH = 500;

export interface SqliteMemoryStore extends MemoryStore {
  /**
   * Another connection has written memories with keys above this one: tells `committed` of them, a few at a time. Nothing
   * else may be written meanwhile.
   */
  takeInMemories(afterKey: number): Promise<void>;
}

export function createSqliteMemoryStore(options: SqliteMemoryStoreOptions): SqliteMemoryStore {
  const { db, commits, projects, events, dimensions, committed } = options;
  const insertMemory = db.prepare(`
    INSERT INTO memories (memory_id, change_seq, text_seq, type, importance, project_key, tags, source_agent,
      created_at, updated_at, occurred_at, expires_at, archived_at, shared_with, superseded_by, merged_from,
      conversation_id, implied_conversation, speaker, origin, source_path, source_line, source_key, content)
    VALUES (:id, :change, :change, :type, :importance, :project, :tags, :agent, :created, :created, :occurred,
      :expires, NULL, :shared, NULL, :merged, :conversation, :implied, :speaker, :origin, :source, :line, :sourceKey,
      :content)`);
  const insertVectors = db.prepare(
    'INSERT INTO memory_vectors (memory_key, content, context) VALUES (?, ?, ?)',
  );
  const updateVectors = db.prepare('UPDATE memory_vectors SET content = ?, context = ? WHERE memory_key = ?');
  const updateMemory = db.prepare(`
    UPDATE memories SET change_seq = :change, text_seq = coalesce(:text, text_seq), content = :content, type = :type, importance = :importance,
      project_key = :project, tags = :tags, updated_at = :updated, expires_at = :expires,
      archived_at = :archived, shared_with = :shared, superseded_by = :superseded
    WHERE memory_key = :key`);
  const insertHistory = db.prepare(`
    INSERT INTO memory_history (memory_key, revision, change, agent_id, at, changes)
    VALUES (:key, (SELECT coalesce(max(revision), 1) + 1 FROM memory_history WHERE memory_key = :key),
      :change, :agent, :at, :changes)`);
  const selectHistory = db.prepare(
    'SELECT revision, change, agent_id, at, changes FROM memory_history WHERE memory_key = ? ORDER BY revision',
  );
  const selectByKey = db.prepare('SELECT * FROM memories WHERE memory_key = ?');
  const selectById = db.prepare('SELECT * FROM memories WHERE memory_id = ?');
  const selectExpired = db.prepare(`
    SELECT * FROM memories WHERE expires_at <= ? AND archived_at IS NULL ORDER BY expires_at LIMIT ${EXPIRY_BATCH}`);
  const selectChanged = db.prepare(`
    SELECT memories.*, vectors.content AS content_vectors, vectors.context AS context_vector
    FROM memories LEFT JOIN memory_vectors AS vectors
      ON vectors.memory_key = memories.memory_key AND text_seq > :since
    WHERE change_seq > :since ORDER BY memories.memory_key`);
  const selectAfterKey = db.prepare(`
    SELECT memories.*, vectors.content AS content_vectors, vectors.context AS context_vector
    FROM memories JOIN memory_vectors AS vectors USING (memory_key)
    WHERE memory_key > ? ORDER BY memory_key LIMIT ${TAKE_IN_BATCH}`);
  const addAccess = db.prepare(`
    UPDATE memories SET access_count = access_count + ?, last_accessed_at = max(coalesce(last_accessed_at, 0), ?)
    WHERE memory_key = ?`);
  const selectSourceKeys = db.prepare(`
    SELECT source_key FROM json_each(?1) JOIN memories ON source_key = value
    WHERE ?3 OR project_key IS (SELECT project_key FROM projects WHERE project_id = ?2)`);
  const selectGeneration = db.prepare(`
    SELECT (SELECT value FROM meta WHERE name = 'database_id') AS database_id,
      (SELECT coalesce(max(change_seq), 0) FROM memories) AS change_seq,
      (SELECT count(*) FROM memories) AS memories`);
  const selectNextChange = db.prepare('SELECT coalesce(max(change_seq), 0) + 1 AS next FROM memories');

  function generation() {
    const row = selectGeneration.get() as { database_id: string; change_seq: number; memories: number };
    return { databaseId: row.database_id, changeSeq: row.change_seq, memories: row.memories };
  }

  function toMemory(row: MemoryRow): Memory {
    return memoryFromRow(row, row.project_key === null ? null : projects.byKey(row.project_key));
  }

  function withVectors({ content_vectors, context_vector, ...row }: RowWithVectors) {
    return {
      memory: toMemory(row),
      vectors: content_vectors && vectorsFromBlobs(content_vectors, context_vector, dimensions),
    };
  }

  function byKey(key: number): Memory | null {
    const row = selectByKey.get(key) as MemoryRow | undefined;
    return row === undefined ? null : toMemory(row);
  }

  function byId(memoryId: string): Memory | null {
    const row = selectById.get(memoryId) as MemoryRow | undefined;
    return row === undefined ? null : toMemory(row);
  }

  /** Inside a transaction. A change that is undone gives its number back. */
  function nextChange(): number {
    return (selectNextChange.get() as { next: number }).next;
  }

  function recordEvent(type: string, memory: Memory, agentId: string): ServiceEvent {
    return events.record(`memory.${type}`, {
      memory_id: memory.memoryId,
      type: memory.type,
      project_id: memory.project?.projectId ?? null,
      project: memory.project?.name ?? null,
      agent_id: agentId,
      shared_with: memory.sharedWith,
    });
  }

  function insert(memory: NewMemory) {
    const changeSeq = nextChange();
    const { lastInsertRowid } = insertMemory.run({
      id: memory.memoryId,
      change: changeSeq,
      type: memory.type,
      importance: memory.importance,
      project: memory.project === null ? null : projects.keyOf(memory.project),
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
    insertVectors.run(
      key,
      vectorsToBlob(vectors.content),
      vectors.context && vectorsToBlob([vectors.context]),
    );
    const { vectors: _, ...fields } = memory;
    const stored: Memory = {
      sharedWith: [],
      mergedFrom: [],
      ...fields,
      key,
      updatedAt: memory.createdAt,
      archivedAt: null,
      supersededBy: null,
      accessCount: 0,
      lastAccessedAt: null,
    };
    const event = recordEvent('created', stored, memory.sourceAgent);
    return {
      value: stored,
      committed: () => {
        if (memory.project !== null) projects.confirm(memory.project);
        committed({ kind: 'created', changeSeq, memory: stored, vectors });
        events.announce([event]);
      },
    };
  }

  function write(before: Memory, kind: ChangeKind | 'expired', change: Omit<MemoryChange, 'kind'>) {
    const after: Memory = { ...before, ...change.fields, updatedAt: change.at };
    const { vectors } = change;
    const changeSeq = nextChange();
    updateMemory.run({
      key: after.key,
      change: changeSeq,
      text: vectors === undefined ? null : changeSeq,
      content: after.content,
      type: after.type,
      importance: after.importance,
      project: after.project === null ? null : projects.keyOf(after.project),
      tags: JSON.stringify(after.tags),
      updated: after.updatedAt,
      expires: after.expiresAt,
      archived: after.archivedAt,
      shared: JSON.stringify(after.sharedWith),
      superseded: after.supersededBy,
    });
    if (vectors) {
      updateVectors.run(
        vectorsToBlob(vectors.content),
        vectors.context && vectorsToBlob([vectors.context]),
        after.key,
      );
    }
    insertHistory.run({
      key: after.key,
      change: kind,
      agent: change.agentId,
      at: change.at,
      changes: JSON.stringify(differences(before, after)),
    });
    const event = recordEvent(kind, after, change.agentId);
    return {
      value: after,
      committed: () => {
        if (after.project !== null) projects.confirm(after.project);
        const told = kind === 'expired' ? 'archived' : kind;
        committed({ kind: told, changeSeq, memory: after, vectors: vectors ?? null });
        events.announce([event]);
      },
    };
  }

  function existing(memoryId: string): Memory {
    const memory = byId(memoryId);
    if (memory === null) throw new AppError('memory_not_found', `No memory has the memory_id ${memoryId}`);
    return memory;
  }

  function apply(before: Memory, change: MemoryChange): Written {
    return change.fields === null ? { value: before } : write(before, change.kind, change);
  }

  return {
    insert: (memory) => commits.run(() => insert(memory)),
    insertAll: (memories) => commits.run(() => together(memories.map(insert))),

    update(memoryId, decide) {
      return commits.run(() => {
        const before = existing(memoryId);
        return apply(before, decide(before));
      });
    },

    updateAll(memoryIds, decide, created) {
      return commits.run(() => {
        const before = memoryIds.map(existing);
        const changes = decide(before);
        const written = before.map((memory, i) => apply(memory, changes[i]!));
        return together(created === undefined ? written : [...written, insert(created)]);
      });
    },

    async archiveExpired(now) {
      let archived = 0;
      for (;;) {
        const count = await commits.run(() => {
          const rows = selectExpired.all(now) as unknown as MemoryRow[];
          const writes = rows.map(toMemory).map((memory) =>
            write(memory, 'expired', {
              agentId: memory.sourceAgent,
              at: now,
              fields: { archivedAt: memory.expiresAt },
            }),
          );
          return { ...together(writes), value: writes.length };
        });
        archived += count;
        if (count < EXPIRY_BATCH) return archived;
      }
    },

    async addAccesses(accesses) {
      await commits.run(() => {
        for (const { key, count, at } of accesses) addAccess.run(count, at, key);
        return { value: undefined };
      });
    },

    byId,
    byKeys: (keys) => keys.map(byKey).filter((memory) => memory !== null),

    history(key) {
      const memory = byKey(key);
      if (memory === null) return [];
      const rows = selectHistory.all(key) as {
        revision: number;
        change: HistoryEntry['change'];
        agent_id: string;
        at: number;
        changes: string;
      }[];
      return [
        { revision: 1, change: 'created', agentId: memory.sourceAgent, at: memory.createdAt, changes: {} },
        ...rows.map(({ revision, change, agent_id, at, changes }) => ({
          revision,
          change,
          agentId: agent_id,
          at,
          changes: JSON.parse(changes) as HistoryEntry['changes'],
        })),
      ];
    },

    sourceKeys(project, keys) {
      // A project to be holds nothing yet.
      const known = project === 'any' || project === null || projects.find(project.projectId) !== null;
      if (!known) return new Set();
      const projectId = project === 'any' ? null : (project?.projectId ?? null);
      const rows = selectSourceKeys.all(JSON.stringify(keys), projectId, Number(project === 'any')) as {
        source_key: string;
      }[];
      return new Set(rows.map(({ source_key }) => source_key));
    },

    *changedAfter(since) {
      for (const row of selectChanged.iterate({ since })) yield withVectors(row as unknown as RowWithVectors);
    },

    async takeInMemories(afterKey) {
      for (let last = afterKey; ; ) {
        const rows = selectAfterKey.all(last) as unknown as RowWithVectors[];
        for (const row of rows) {
          committed({ kind: 'created', changeSeq: row.change_seq, ...withVectors(row) });
        }
        if (rows.length < TAKE_IN_BATCH) return;
        last = rows.at(-1)!.memory_key;
        await setImmediate();
      }
    },

    generation,
    counts: (now) => countMemories(db, projects, now),
    project: projects.find,
    proposeProject: projects.propose,
    close: () => commits.close(),
  };
}

type RowWithVectors = MemoryRow & { content_vectors: Uint8Array | null; context_vector: Uint8Array | null };

type Written = ReturnType<Work<Memory>>;

/** Works of one transaction as one. */
function together(written: readonly Written[]): ReturnType<Work<Memory[]>> {
  return {
    value: written.map(({ value }) => value),
    committed: () => {
      for (const { committed } of written) committed?.();
    },
  };
}

/** The fields of a change as the outside names them; the contents before and after belong to the history. */
function differences(before: Memory, after: Memory): HistoryEntry['changes'] {
  const pairs: Record<string, [unknown, unknown]> = {
    content: [before.content, after.content],
    type: [before.type, after.type],
    importance: [before.importance, after.importance],
    project: [before.project?.name ?? null, after.project?.name ?? null],
    tags: [before.tags, after.tags],
    expires_at: [isoTime(before.expiresAt), isoTime(after.expiresAt)],
    archived_at: [isoTime(before.archivedAt), isoTime(after.archivedAt)],
    shared_with: [before.sharedWith, after.sharedWith],
    superseded_by: [before.supersededBy, after.supersededBy],
  };
  const changed = Object.entries(pairs).filter(
    ([, [from, to]]) => JSON.stringify(from) !== JSON.stringify(to),
  );
  return Object.fromEntries(changed.map(([field, [from, to]]) => [field, { from, to }]));
}
