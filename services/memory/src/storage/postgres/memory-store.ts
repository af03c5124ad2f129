import type { Postgres } from '@anima/service/postgres';
import type { HistoryEntry, MemoryCounts, MemoryStore, StoreGeneration } from '../../memory/memory-store.js';
import type { Commits } from './commits.js';
import {
  MEMORIES_WITH_PROJECT,
  MEMORY_COLUMNS,
  type MemoryRow,
  memoryFromRow,
  vectorsFromBytes,
} from './memory-row.js';
import type { ProjectRegistry } from './project-registry.js';
import { sourceKeys } from './source-keys.js';

export interface PostgresMemoryStoreOptions {
  db: Postgres;
  commits: Pick<Commits, 'close'>;
  projects: ProjectRegistry;
  dimensions: number;
}

/** Number of changed memories that are read at once; contents are up to 64 KiB by default. */
const CHANGED_BATCH = 100;

export function createPostgresMemoryStore(options: PostgresMemoryStoreOptions): MemoryStore {
  const { db, commits, projects, dimensions } = options;

  /** Returns the memories in the order of the given ids or keys. */
  async function memoriesBy(column: 'memory_id' | 'memory_key', asked: readonly (string | number)[]) {
    if (asked.length === 0) return [];
    const type = column === 'memory_id' ? 'text' : 'bigint';
    const rows = await db.query<MemoryRow>(
      `SELECT ${MEMORY_COLUMNS} FROM unnest($1::${type}[]) WITH ORDINALITY AS asked (id, place)
       JOIN memories ON ${column} = id LEFT JOIN projects USING (project_key) ORDER BY asked.place`,
      [asked],
    );
    return rows.map(memoryFromRow);
  }

  return {
    async byId(memoryId) {
      const [memory] = await memoriesBy('memory_id', [memoryId]);
      return memory ?? null;
    },
    byIds: (memoryIds) => memoriesBy('memory_id', memoryIds),
    byKeys: (keys) => memoriesBy('memory_key', keys),

    history: (key) =>
      db.query<HistoryEntry>(
        `SELECT 1 AS revision, 'created' AS change, source_agent AS "agentId", created_at AS at, '{}'::json AS changes
         FROM memories WHERE memory_key = $1
         UNION ALL
         SELECT revision, change, agent_id, at, changes FROM memory_history WHERE memory_key = $1
         ORDER BY revision`,
        [key],
      ),

    sourceKeys: (project, keys) => sourceKeys(db, project, keys),
    async importedFrom(path) {
      const rows = await db.query<MemoryRow>(
        `SELECT ${MEMORY_COLUMNS} FROM ${MEMORIES_WITH_PROJECT}
         WHERE source_path = $1 AND source_key IS NOT NULL ORDER BY memory_key`,
        [path],
      );
      return rows.map(memoryFromRow);
    },
    async importedPaths(ending) {
      const rows = await db.query<{ source_path: string }>(
        `SELECT DISTINCT source_path COLLATE "C" AS source_path FROM memories
         WHERE source_key IS NOT NULL AND right(source_path, length($1)) = $1 ORDER BY 1`,
        [ending],
      );
      return rows.map(({ source_path }) => source_path);
    },

    async *changedAfter(since) {
      for (let last = 0; ; ) {
        const rows = await db.query<
          MemoryRow & { content_vectors: Buffer | null; context_vector: Buffer | null }
        >(
          `SELECT ${MEMORY_COLUMNS}, vectors.content AS content_vectors, vectors.context AS context_vector
           FROM ${MEMORIES_WITH_PROJECT}
           LEFT JOIN memory_vectors AS vectors ON vectors.memory_key = memories.memory_key AND text_seq > $1
           WHERE change_seq > $1 AND memories.memory_key > $2 ORDER BY memories.memory_key LIMIT ${CHANGED_BATCH}`,
          [since, last],
        );
        if (rows.length === 0) return;
        yield rows.map((row) => ({
          memory: memoryFromRow(row),
          vectors:
            row.content_vectors &&
            vectorsFromBytes({ content: row.content_vectors, context: row.context_vector }, dimensions),
        }));
        last = rows.at(-1)!.memory_key;
      }
    },

    async generation() {
      // Keys have no gaps, and memories are never deleted.
      const [row] = await db.query<StoreGeneration>(
        'SELECT database_id AS "databaseId", last_change AS "changeSeq", last_key AS memories FROM store_state',
      );
      return row!;
    },

    async counts(now) {
      const rows = await db.query<CountRow>(
        `SELECT projects.name AS project, type, total, archived FROM (
           SELECT project_key, type, count(*) AS total,
             count(*) FILTER (WHERE archived_at IS NOT NULL OR expires_at <= $1) AS archived
           FROM memories GROUP BY project_key, type) AS counted
         LEFT JOIN projects USING (project_key)`,
        [now],
      );
      return countsOf(rows);
    },

    project: projects.find,
    proposeProject: projects.propose,
    close: () => commits.close(),
  };
}

interface CountRow {
  project: string | null;
  type: string;
  total: number;
  archived: number;
}

function countsOf(rows: readonly CountRow[]): MemoryCounts {
  const counts: MemoryCounts = { total: 0, active: 0, archived: 0, global: 0, byType: {}, byProject: {} };
  // A project may be called "constructor" or "__proto__".
  const byProject = new Map<string, number>();
  for (const { project, type, total, archived } of rows) {
    counts.total += total;
    counts.archived += archived;
    counts.active += total - archived;
    counts.byType[type] = (counts.byType[type] ?? 0) + total;
    if (project === null) counts.global += total;
    else byProject.set(project, (byProject.get(project) ?? 0) + total);
  }
  return { ...counts, byProject: Object.fromEntries(byProject) };
}
