import { randomBytes } from 'node:crypto';
import type { Postgres, PostgresQueries } from '@anima/service/postgres';
import type { Project } from '../../memory/memory.js';
import { isGone, type OwnProcess } from './processes.js';
import { type ProjectRow, projectFromRow } from './project-registry.js';

/** Names of the tables of one import, safe in SQL. */
export type StageTables = ReturnType<typeof tablesOf>;

function tablesOf(stage: string) {
  return {
    projects: `${stage}_projects`,
    memories: `${stage}_memories`,
    vectors: `${stage}_vectors`,
    relations: `${stage}_relations`,
    runs: `${stage}_runs`,
  };
}

/**
 * Returns the SQL that creates the tables of a stage. They are unlogged, because a stage does not have to
 * survive a failure. Records are stored unchanged; `conversation` is the conversation within the archive, and
 * numbers are in order of arrival.
 */
const schemaOf = (tables: StageTables) => `
  CREATE UNLOGGED TABLE ${tables.projects} (
    project_id text PRIMARY KEY,
    name text NOT NULL,
    created_at bigint NOT NULL
  );
  CREATE UNLOGGED TABLE ${tables.memories} (
    number bigint PRIMARY KEY,
    memory_id text NOT NULL UNIQUE,
    conversation text,
    record json NOT NULL
  );
  CREATE INDEX ON ${tables.memories} (conversation, number) WHERE conversation IS NOT NULL;
  CREATE UNLOGGED TABLE ${tables.vectors} (number bigint PRIMARY KEY, content bytea NOT NULL, context bytea);
  CREATE UNLOGGED TABLE ${tables.relations} (number bigint PRIMARY KEY, LIKE relations INCLUDING DEFAULTS);
  CREATE INDEX ON ${tables.relations} (from_id);
  CREATE INDEX ON ${tables.relations} (to_id);
  CREATE UNIQUE INDEX ON ${tables.relations} (least(from_id, to_id), greatest(from_id, to_id), (kind = 'supersedes'));
  CREATE UNLOGGED TABLE ${tables.runs} (number bigint PRIMARY KEY, run_id text NOT NULL UNIQUE, record json NOT NULL);`;

/** Creates empty tables that belong to this process. */
export async function createStageTables(
  db: Postgres,
  { processId }: OwnProcess,
): Promise<{ tables: StageTables; drop(): Promise<void> }> {
  const stage = `import_${randomBytes(8).toString('hex')}`;
  const tables = tablesOf(stage);
  await db.transaction(async (tx) => {
    await tx.query('INSERT INTO import_stages (stage, process_id) VALUES ($1, $2)', [stage, processId]);
    await tx.query(schemaOf(tables));
  });
  return { tables, drop: () => db.transaction((tx) => dropStage(tx, stage)) };
}

/** Returns the staged projects in order of creation. */
export async function stagedProjects(db: PostgresQueries, tables: StageTables): Promise<Project[]> {
  const rows = await db.query<Omit<ProjectRow, 'project_key'>>(
    `SELECT * FROM ${tables.projects} ORDER BY created_at, project_id`,
  );
  return rows.map(projectFromRow);
}

/** Drops the stages of processes that have exited. */
export async function dropAbandonedStages(db: Postgres): Promise<void> {
  const rows = await db.query<{ stage: string }>(
    `SELECT stage FROM import_stages WHERE ${isGone('import_stages.process_id')}`,
  );
  for (const { stage } of rows) await db.transaction((tx) => dropStage(tx, stage));
}

/** Drops a stage only once, even if two processes find it abandoned at the same time. */
async function dropStage(tx: PostgresQueries, stage: string): Promise<void> {
  const found = await tx.query('DELETE FROM import_stages WHERE stage = $1 RETURNING stage', [stage]);
  if (found.length > 0) await tx.query(`DROP TABLE ${Object.values(tablesOf(stage)).join(', ')}`);
}
