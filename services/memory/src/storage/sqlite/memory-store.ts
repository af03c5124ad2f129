import { setImmediate } from 'node:timers/promises';
import { storedJson } from '@anima/service/sqlite';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Memory } from '../../memory/memory.js';
import type { CommittedChange, HistoryEntry, MemoryStore, StoredMemory } from '../../memory/memory-store.js';
import { countMemories } from './count-memories.js';
import type { GroupCommit } from './group-commit.js';
import { type MemoryRow, memoryFromRow, vectorsFromBlobs } from './memory-row.js';
import type { ProjectRegistry } from './project-registry.js';
import { prepareSourceKeys } from './source-keys.js';

export interface SqliteMemoryStoreOptions {
  /** A connection that sees committed data only. */
  reads: DatabaseSyncInstance;
  commits: Pick<GroupCommit, 'close'>;
  projects: ProjectRegistry;
  dimensions: number;
  committed: (change: CommittedChange) => void;
}

/** Number of imported memories that the index adds before the event loop serves others: about 10 ms. */
const TAKE_IN_BATCH = 50;
/** Number of changed memories that are read at once; contents are up to 64 KiB by default. */
const CHANGED_BATCH = 100;

export interface SqliteMemoryStore extends MemoryStore {
  /**
   * Reports the memories with keys above `afterKey`, which another connection has written, to `committed`, a
   * few at a time. No other writes may run during the call.
   */
  takeInMemories(afterKey: number): Promise<void>;
}

export function createSqliteMemoryStore(options: SqliteMemoryStoreOptions): SqliteMemoryStore {
  const { reads, commits, projects, dimensions, committed } = options;
  const selectHistory = reads.prepare(
    'SELECT revision, change, agent_id, at, changes FROM memory_history WHERE memory_key = ? ORDER BY revision',
  );
  const selectByKey = reads.prepare('SELECT * FROM memories WHERE memory_key = ?');
  const selectById = reads.prepare('SELECT * FROM memories WHERE memory_id = ?');
  const selectChanged = reads.prepare(
    'SELECT memory_key FROM memories WHERE change_seq > ? ORDER BY memory_key',
  );
  const withVectors = `memories.*, vectors.content AS content_vectors, vectors.context AS context_vector`;
  const selectWithNewVectors = reads.prepare(`
    SELECT ${withVectors} FROM json_each(:keys) CROSS JOIN memories ON memories.memory_key = value
    LEFT JOIN memory_vectors AS vectors ON vectors.memory_key = memories.memory_key AND text_seq > :since
    ORDER BY memories.memory_key`);
  const selectAfterKey = reads.prepare(`
    SELECT ${withVectors} FROM memories JOIN memory_vectors AS vectors USING (memory_key)
    WHERE memory_key > ? ORDER BY memory_key LIMIT ${TAKE_IN_BATCH}`);
  const sourceKeys = prepareSourceKeys(reads, projects);
  const selectImported = reads.prepare(
    'SELECT * FROM memories WHERE source_path = ? AND source_key IS NOT NULL ORDER BY memory_key',
  );
  const selectPaths = reads.prepare(`
    SELECT DISTINCT source_path FROM memories
    WHERE source_key IS NOT NULL AND substr(source_path, -length(?1)) = ?1 ORDER BY source_path`);
  const selectGeneration = reads.prepare(`
    SELECT (SELECT value FROM meta WHERE name = 'database_id') AS database_id,
      (SELECT coalesce(max(change_seq), 0) FROM memories) AS change_seq,
      (SELECT count(*) FROM memories) AS memories`);

  function toMemory(row: MemoryRow): Memory {
    return memoryFromRow(row, row.project_key === null ? null : projects.byKey(row.project_key));
  }

  function toStoredMemory({ content_vectors, context_vector, ...row }: RowWithVectors): StoredMemory {
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

  return {
    byId,
    byIds: (memoryIds) => memoryIds.map(byId).filter((memory) => memory !== null),
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
          changes: storedJson<HistoryEntry['changes']>(changes, 'an entry of the history'),
        })),
      ];
    },

    sourceKeys,
    importedFrom: (path) => (selectImported.all(path) as unknown as MemoryRow[]).map(toMemory),
    importedPaths: (ending) =>
      (selectPaths.all(ending) as { source_path: string }[]).map(({ source_path }) => source_path),

    async *changedAfter(since) {
      const keys = (selectChanged.all(since) as { memory_key: number }[]).map(({ memory_key }) => memory_key);
      for (let start = 0; start < keys.length; start += CHANGED_BATCH) {
        const batch = JSON.stringify(keys.slice(start, start + CHANGED_BATCH));
        const rows = selectWithNewVectors.all({ keys: batch, since }) as unknown as RowWithVectors[];
        yield rows.map(toStoredMemory);
      }
    },

    async takeInMemories(afterKey) {
      for (let last = afterKey; ; ) {
        const rows = selectAfterKey.all(last) as unknown as RowWithVectors[];
        for (const row of rows) committed({ changeSeq: row.change_seq, ...toStoredMemory(row) });
        if (rows.length < TAKE_IN_BATCH) return;
        last = rows.at(-1)!.memory_key;
        await setImmediate();
      }
    },

    generation() {
      const row = selectGeneration.get() as { database_id: string; change_seq: number; memories: number };
      return { databaseId: row.database_id, changeSeq: row.change_seq, memories: row.memories };
    },

    counts: (now) => countMemories(reads, projects, now),
    project: projects.find,
    proposeProject: projects.propose,
    close: () => commits.close(),
  };
}

type RowWithVectors = MemoryRow & { content_vectors: Uint8Array | null; context_vector: Uint8Array | null };
