import { AppError } from '@anima/service/errors';
import { isUniqueViolation, type PostgresQueries } from '@anima/service/postgres';
import type { ArchivedAuditRun } from '../../archive/audit-run-record.js';
import type { ArchivedMemory } from '../../archive/memory-record.js';
import type { CommittedChange } from '../../memory/memory-store.js';
import { BY_MERGE } from '../../relations/relation.js';
import { type StageTables, stagedProjects } from './archive-stage-tables.js';
import type { Commits } from './commits.js';
import { vectorsFromBytes } from './memory-row.js';
import { INSERT_MEMORIES, insertedRow } from './memory-writes.js';
import type { ProjectRegistry, WrittenProject } from './project-registry.js';
import { writeSearchRows } from './search-rows.js';

export interface ArchiveCommitOptions {
  db: PostgresQueries;
  commits: Pick<Commits, 'run'>;
  projects: ProjectRegistry;
  dimensions: number;
  /** Called with every memory after the commit, in order. */
  committed: (change: CommittedChange) => void;
  /** Returns whether anyone follows the changes; otherwise they are not read. */
  isFollowed: () => boolean;
}

/** Number of memories that are held in memory at once; contents are up to 64 KiB by default. */
const MEMORIES_AT_ONCE = 50;
/** Number of relations per statement, which takes less than a second. */
const RELATIONS_AT_ONCE = 5_000;

/** The keys, change numbers and projects of staged memories in the store. */
interface Placed {
  firstKey: number;
  firstChange: number;
  /** Stored projects by their ids in the archive. */
  projects: ReadonlyMap<string, WrittenProject>;
}

/**
 * Moves a stage into the store in one transaction. All other writes of all processes wait during this time,
 * so that keys and changes have no gaps. The commit takes about as long as the indexing of its memories.
 */
export async function commitStage(
  options: ArchiveCommitOptions,
  stage: StageTables,
  memories: number,
  event: { type: string; data: Record<string, unknown> },
): Promise<void> {
  const { commits, db, dimensions, committed, isFollowed } = options;
  const placed = await commits.run(async (tx) => {
    try {
      const placed: Placed = {
        firstKey: tx.takeKeys(memories),
        firstChange: tx.takeChanges(memories),
        projects: await settleProjects(tx, stage, options.projects),
      };
      for await (const changes of changesOf(tx, stage, placed, dimensions))
        await insertMemories(tx, stage, changes, placed);
      await insertRelations(tx, stage);
      await insertMerges(tx, placed.firstKey, memories);
      await insertAuditRuns(tx, stage, placed.projects);
      tx.record(event.type, event.data);
      return placed;
    } catch (error) {
      throw isUniqueViolation(error) ? idIsTaken(error) : error;
    }
  });
  if (!isFollowed()) return;
  for await (const changes of changesOf(db, stage, placed, dimensions))
    for (const { memory, vectors, changeSeq } of changes) committed({ memory, vectors, changeSeq });
}

function idIsTaken(cause: unknown): AppError {
  return new AppError(
    'conflict',
    'An id of the archive is used here for something else. Nothing was imported',
    { cause },
  );
}

async function settleProjects(
  tx: PostgresQueries,
  stage: StageTables,
  registry: ProjectRegistry,
): Promise<Placed['projects']> {
  const staged = await stagedProjects(tx, stage);
  const written = await registry.written(tx, staged);
  return new Map(staged.map(({ projectId }, n) => [projectId, written[n]!]));
}

interface ArrivingChange extends CommittedChange {
  history: ArchivedMemory['history'];
}

/** Yields the staged memories as they are stored, one page at a time. */
async function* changesOf(
  queries: PostgresQueries,
  { memories, vectors }: StageTables,
  { firstKey, firstChange, projects }: Placed,
  dimensions: number,
): AsyncGenerator<ArrivingChange[]> {
  for (let last = 0; ; ) {
    const rows = await queries.query<StagedRow>(
      `SELECT number, record, vectors.content, vectors.context FROM ${memories} JOIN ${vectors} AS vectors USING (number)
       WHERE number > $1 ORDER BY number LIMIT ${MEMORIES_AT_ONCE}`,
      [last],
    );
    if (rows.length === 0) return;
    yield rows.map(({ number, record, ...bytes }) => ({
      memory: { ...localMemory(record.memory, projects), key: firstKey + number - 1 },
      changeSeq: firstChange + number - 1,
      vectors: vectorsFromBytes(bytes, dimensions),
      history: record.history,
    }));
    last = rows.at(-1)!.number;
  }
}

interface StagedRow {
  number: number;
  record: ArchivedMemory;
  content: Buffer;
  context: Buffer | null;
}

/** Moves a memory to the local project; an inferred conversation also gets the local project id. */
function localMemory(
  memory: ArchivedMemory['memory'],
  projects: Placed['projects'],
): ArchivedMemory['memory'] {
  if (memory.project === null) return memory;
  const { projectId } = memory.project;
  const { project } = projects.get(projectId)!;
  const implied = memory.impliedConversation;
  return {
    ...memory,
    project,
    impliedConversation: implied?.startsWith(`${projectId}/`)
      ? project.projectId + implied.slice(projectId.length)
      : implied,
  };
}

const INSERT_HISTORY = `
  INSERT INTO memory_history (memory_key, revision, change, agent_id, at, changes)
  SELECT key, revision, change, "agentId", at, changes FROM json_to_recordset($1::json)
    AS given (key bigint, revision integer, change text, "agentId" text, at bigint, changes json)`;

async function insertMemories(
  tx: PostgresQueries,
  stage: StageTables,
  changes: readonly ArrivingChange[],
  { firstKey, projects }: Placed,
): Promise<void> {
  const keys = new Map([...projects.values()].map(({ key, project }) => [project.projectId, key]));
  await tx.query(INSERT_MEMORIES, [
    JSON.stringify(
      changes.map(({ memory, changeSeq }) =>
        insertedRow(memory, changeSeq, memory.project && keys.get(memory.project.projectId)!),
      ),
    ),
  ]);
  await tx.query(
    `INSERT INTO memory_vectors (memory_key, content, context)
     SELECT $1 + number - 1, content, context FROM ${stage.vectors} WHERE $1 + number - 1 BETWEEN $2 AND $3`,
    [firstKey, changes[0]!.memory.key, changes.at(-1)!.memory.key],
  );
  const history = changes.flatMap(({ memory, history }) =>
    history.map((entry) => ({ ...entry, key: memory.key })),
  );
  if (history.length > 0) await tx.query(INSERT_HISTORY, [JSON.stringify(history)]);
  await writeSearchRows(tx, changes);
}

async function insertRelations(tx: PostgresQueries, { relations }: StageTables): Promise<void> {
  const [last] = await tx.query<{ number: number | null }>(`SELECT max(number) AS number FROM ${relations}`);
  for (let after = 0; after < (last?.number ?? 0); after += RELATIONS_AT_ONCE)
    await tx.query(
      `INSERT INTO relations (from_id, kind, to_id, by, confidence, reason, at, digest)
       SELECT from_id, kind, to_id, by, confidence, reason, at, digest FROM ${relations}
         JOIN memories AS newer ON newer.memory_id = from_id
         JOIN memories AS older ON older.memory_id = to_id
       WHERE number > $1 AND number <= $2 AND (kind <> 'supersedes' OR older.superseded_by = from_id)
       ORDER BY number
       ON CONFLICT DO NOTHING`,
      [after, after + RELATIONS_AT_ONCE],
    );
}

/** Adds the relations of merges, which the memories contain. */
async function insertMerges(tx: PostgresQueries, firstKey: number, memories: number): Promise<void> {
  for (let key = firstKey; key < firstKey + memories; key += RELATIONS_AT_ONCE)
    await tx.query(
      `INSERT INTO relations (from_id, kind, to_id, by, at)
       SELECT merged.memory_id, 'supersedes', source.memory_id, $1, coalesce(source.archived_at, source.updated_at)
       FROM memories AS source JOIN memories AS merged ON merged.memory_id = source.superseded_by
       WHERE source.memory_key BETWEEN $2 AND $3 AND source.memory_id = ANY (merged.merged_from)
       ON CONFLICT DO NOTHING`,
      [BY_MERGE, key, key + RELATIONS_AT_ONCE - 1],
    );
}

const INSERT_RUN = `
  INSERT INTO audit_runs (run_id, scope, project_key, skills_dir, config_dir, state, started_at, finished_at, error, memories_checked,
    counts, suppressed_counts, notes, undecided)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING run_key`;
const INSERT_FINDINGS = `
  INSERT INTO audit_findings (run_key, position, finding_id, fingerprint, finding)
  SELECT $1, place - 1, finding->>'findingId', finding->>'fingerprint', finding
  FROM json_array_elements($2::json) WITH ORDINALITY AS given (finding, place)`;
const INSERT_SUPPRESSIONS = `
  INSERT INTO audit_suppressions (fingerprint, kind, subjects, suppressed_at, agent_id)
  SELECT fingerprint, kind, subjects, at, "agentId" FROM json_to_recordset($1::json)
    AS given (fingerprint text, kind text, subjects json, at bigint, "agentId" text)
  ON CONFLICT DO NOTHING`;

async function insertAuditRuns(
  tx: PostgresQueries,
  { runs }: StageTables,
  projects: Placed['projects'],
): Promise<void> {
  for (let last = 0; ; ) {
    const [row] = await tx.query<{ number: number; record: ArchivedAuditRun }>(
      `SELECT number, record FROM ${runs} WHERE number > $1 ORDER BY number LIMIT 1`,
      [last],
    );
    if (row === undefined) return;
    await insertAuditRun(tx, row.record, projects);
    last = row.number;
  }
}

async function insertAuditRun(
  tx: PostgresQueries,
  run: ArchivedAuditRun,
  projects: Placed['projects'],
): Promise<void> {
  const [written] = await tx.query<{ run_key: number }>(INSERT_RUN, [
    run.runId,
    run.scope,
    run.project && projects.get(run.project.projectId)!.key,
    run.skillsDir,
    run.configDir,
    run.state,
    run.startedAt,
    run.finishedAt,
    run.error,
    run.memoriesChecked,
    JSON.stringify(run.counts),
    JSON.stringify(run.suppressedCounts),
    JSON.stringify(run.notes),
    JSON.stringify(run.undecided),
  ]);
  const findings = run.findings.map(({ suppression: _, ...finding }) => finding);
  await tx.query(INSERT_FINDINGS, [written!.run_key, JSON.stringify(findings)]);
  const suppressed = run.findings.flatMap(({ fingerprint, kind, subjects, suppression }) =>
    suppression === null ? [] : [{ fingerprint, kind, subjects, ...suppression }],
  );
  await tx.query(INSERT_SUPPRESSIONS, [JSON.stringify(suppressed)]);
}
