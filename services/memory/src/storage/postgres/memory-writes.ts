import type { Memory } from '../../memory/memory.js';
import { memoryColumns } from '../../memory/memory-columns.js';
import type { CommittedChange, NewMemory } from '../../memory/memory-store.js';
import { storedMemory } from '../../memory/new-memory.js';
import type { ChangedMemory, MemoryWrites } from '../transaction.js';
import type { WriteTransaction } from './commits.js';
import {
  columnNames,
  MEMORIES_WITH_PROJECT,
  MEMORY_COLUMNS,
  type MemoryRow,
  memoryFromRow,
  memoryToRow,
  vectorsToBytes,
} from './memory-row.js';
import type { ProjectRegistry } from './project-registry.js';
import { writeSearchRows } from './search-rows.js';
import { sourceKeys } from './source-keys.js';

export interface MemoryWritesOptions {
  projects: ProjectRegistry;
  /** Called with every change after its commit, in order. */
  committed: (change: CommittedChange) => void;
}

const INSERTED = ['memory_key', 'change_seq', 'text_seq', 'project_key', ...columnNames()].join(', ');
export const INSERT_MEMORIES = `
  INSERT INTO memories (${INSERTED}) SELECT ${INSERTED} FROM json_populate_recordset(NULL::memories, $1::json)`;
const INSERT = `
  WITH inserted AS (${INSERT_MEMORIES})
  INSERT INTO memory_vectors (memory_key, content, context)
  SELECT * FROM unnest($2::bigint[], $3::bytea[], $4::bytea[])`;

const updatedColumns = memoryColumns.filter(({ isUpdated }) => isUpdated);
const UPDATE = `
  UPDATE memories SET text_seq = coalesce(given.text_seq, memories.text_seq),
    ${['change_seq', 'project_key', ...columnNames(updatedColumns)].map((name) => `${name} = given.${name}`).join(', ')}
  FROM json_populate_recordset(NULL::memories, $1::json) AS given WHERE memories.memory_key = given.memory_key`;

const UPDATE_VECTORS = `
  UPDATE memory_vectors SET content = given.content, context = given.context
  FROM unnest($1::bigint[], $2::bytea[], $3::bytea[]) AS given (key, content, context) WHERE memory_key = key`;

const INSERT_HISTORY = `
  INSERT INTO memory_history (memory_key, revision, change, agent_id, at, changes)
  SELECT key, (SELECT coalesce(max(revision), 1) + 1 FROM memory_history WHERE memory_key = key), change, agent, at, changes
  FROM json_to_recordset($1::json) AS given (key bigint, change text, agent text, at bigint, changes json)`;

const ADD_ACCESSES = `
  UPDATE memories SET access_count = access_count + count, last_accessed_at = greatest(last_accessed_at, at)
  FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS given (key, count, at) WHERE memory_key = key`;

/**
 * Creates the memory operations of transactions. They lock no rows, because only one transaction writes at a
 * time.
 */
export function createPostgresMemoryWrites({
  projects,
  committed,
}: MemoryWritesOptions): (tx: WriteTransaction) => MemoryWrites {
  /** Returns the memories with their stored projects, and the keys of the projects. */
  async function withProjects<M extends Pick<Memory, 'project'>>(
    tx: WriteTransaction,
    memories: readonly M[],
  ) {
    const named = memories.map(({ project }) => project).filter((project) => project !== null);
    const written = await projects.written(tx, named);
    let next = 0;
    return memories.map((memory) => {
      const { key: projectKey, project } = memory.project === null ? NO_PROJECT : written[next++]!;
      return { projectKey, memory: { ...memory, project } };
    });
  }

  async function insert(tx: WriteTransaction, given: readonly NewMemory[]): Promise<Memory[]> {
    if (given.length === 0) return [];
    const placed = await withProjects(tx, given);
    const [firstKey, firstChange] = [tx.takeKeys(given.length), tx.takeChanges(given.length)];
    const changes = placed.map(({ memory }, n) => ({
      changeSeq: firstChange + n,
      memory: storedMemory(memory, firstKey + n),
      vectors: memory.vectors,
    }));
    const rows = changes.map(({ memory, changeSeq }, n) =>
      insertedRow(memory, changeSeq, placed[n]!.projectKey),
    );
    await tx.query(INSERT, [JSON.stringify(rows), ...vectorColumns(changes)]);
    await writeSearchRows(tx, changes);
    tx.afterCommit(() => changes.forEach(committed));
    return changes.map(({ memory }) => memory);
  }

  async function update(tx: WriteTransaction, given: readonly ChangedMemory[]): Promise<void> {
    if (given.length === 0) return;
    const placed = await withProjects(
      tx,
      given.map(({ memory }) => memory),
    );
    const firstChange = tx.takeChanges(given.length);
    const changes = given.map(({ vectors }, n) => ({
      changeSeq: firstChange + n,
      memory: placed[n]!.memory,
      vectors,
    }));
    const rows = changes.map(({ memory, vectors, changeSeq }, n) => ({
      ...memoryToRow(memory, updatedColumns),
      memory_key: memory.key,
      change_seq: changeSeq,
      text_seq: vectors === null ? null : changeSeq,
      project_key: placed[n]!.projectKey,
    }));
    await tx.query(UPDATE, [JSON.stringify(rows)]);
    const rewritten = changes.flatMap(({ memory, vectors }) =>
      vectors === null ? [] : [{ memory, vectors }],
    );
    if (rewritten.length > 0) await tx.query(UPDATE_VECTORS, vectorColumns(rewritten));
    const history = given.map(({ memory, history: { change, agentId, at, changes } }) => ({
      key: memory.key,
      change,
      agent: agentId,
      at,
      changes,
    }));
    await tx.query(INSERT_HISTORY, [JSON.stringify(history)]);
    await writeSearchRows(tx, changes);
    tx.afterCommit(() => changes.forEach(committed));
  }

  return (tx) => ({
    async forUpdate(memoryIds) {
      const rows = await tx.query<MemoryRow>(
        `SELECT ${MEMORY_COLUMNS} FROM ${MEMORIES_WITH_PROJECT}
         JOIN unnest($1::text[]) WITH ORDINALITY AS asked (id, place) ON memory_id = id ORDER BY asked.place`,
        [memoryIds],
      );
      return rows.map(memoryFromRow);
    },
    async expired(now, limit) {
      const rows = await tx.query<MemoryRow>(
        `SELECT ${MEMORY_COLUMNS} FROM ${MEMORIES_WITH_PROJECT}
         WHERE expires_at <= $1 AND archived_at IS NULL ORDER BY expires_at, memory_key LIMIT $2`,
        [now, limit],
      );
      return rows.map(memoryFromRow);
    },
    sourceKeys: (project, keys) => sourceKeys(tx, project, keys),
    insert: (memories) => insert(tx, memories),
    update: (changes) => update(tx, changes),
    async addAccesses(accesses) {
      await tx.query(ADD_ACCESSES, [
        accesses.map(({ key }) => key),
        accesses.map(({ count }) => count),
        accesses.map(({ at }) => at),
      ]);
    },
  });
}

const NO_PROJECT = { key: null, project: null };

/** Returns a row for `INSERT_MEMORIES`. */
export function insertedRow(memory: Memory, changeSeq: number, projectKey: number | null) {
  const keys = {
    memory_key: memory.key,
    change_seq: changeSeq,
    text_seq: changeSeq,
    project_key: projectKey,
  };
  return { ...memoryToRow(memory), ...keys };
}

function vectorColumns(changes: readonly Pick<CommittedChange, 'memory' | 'vectors'>[]) {
  return [
    changes.map(({ memory }) => memory.key),
    changes.map(({ vectors }) => vectorsToBytes(vectors?.content ?? [])),
    changes.map(({ vectors }) => (vectors?.context ? vectorsToBytes([vectors.context]) : null)),
  ];
}
