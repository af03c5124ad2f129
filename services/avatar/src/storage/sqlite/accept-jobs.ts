import { renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from '@photostructure/sqlite';
import { isFinished, type JobKind, type JobStatus, jobKinds, jobStatuses } from '../../jobs/job.js';
import { isMediaRef } from '../../media/media-ref.js';
import { createJobsFile, JOB_COLUMNS } from './copy-jobs.js';
import { REFS_VERSION, SCHEMA_VERSION } from './open-database.js';
import { type FileColumns, refsOfPaths } from './refs-of-paths.js';

type Row = Record<string, unknown>;
type Test = (value: unknown, row: Row) => boolean;

const isText: Test = (value) => typeof value === 'string';
const isWhole: Test = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const orNull =
  (test: Test): Test =>
  (value, row) =>
    value === null || test(value, row);
const isJsonObject: Test = (value) => {
  if (typeof value !== 'string') return false;
  const parsed: unknown = JSON.parse(value);
  return typeof parsed === 'object' && parsed !== null;
};

/** Checks of each column of a job; the id is also the name of a folder. */
const rules: Record<string, Test> = {
  job_id: (value) => isText(value, {}) && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value as string),
  kind: (value) => (jobKinds as readonly unknown[]).includes(value),
  status: (value) => value !== 'running' && (jobStatuses as readonly unknown[]).includes(value),
  payload: isJsonObject,
  progress: (value) => typeof value === 'number' && value >= 0 && value <= 1,
  stage: isText,
  attempts: isWhole,
  created_at: isWhole,
  started_at: orNull(isWhole),
  finished_at: (value, { status }) => (isFinished(status as JobStatus) ? isWhole(value, {}) : value === null),
  output: orNull((value) => isMediaRef(JSON.parse(String(value)))),
  result: orNull((value) => isText(value, {}) && JSON.parse(value as string) !== undefined),
  error: orNull(isJsonObject),
  webhook_url: orNull(isText),
};

/**
 * Copies the jobs of an untrusted file row by row to a new file in its place, so that a start never opens
 * other content. Throws if the file has no jobs of a known version.
 */
export function acceptJobs(path: string): void {
  const clean = `${path}.accepted`;
  rmSync(clean, { force: true });
  const source = new DatabaseSync(path, { readOnly: true });
  try {
    // A view or trigger of a file from elsewhere calls nothing.
    source.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
    const { user_version: version } = source.prepare('PRAGMA user_version').get() as { user_version: number };
    if (version > SCHEMA_VERSION)
      throw new Error(`Expected jobs of version ${SCHEMA_VERSION} at most, received ${version}`);
    const target = createJobsFile(clean);
    try {
      copyRows(source, target, version < REFS_VERSION);
    } finally {
      target.close();
    }
  } finally {
    source.close();
  }
  renameSync(clean, path);
}

function copyRows(
  source: InstanceType<typeof DatabaseSync>,
  target: InstanceType<typeof DatabaseSync>,
  hasPaths: boolean,
): void {
  const names = Object.keys(rules);
  const insert = target.prepare(
    `INSERT INTO jobs (${names.join(', ')}) VALUES (${names.map((name) => `:${name}`).join(', ')})`,
  );
  target.exec('BEGIN');
  const columns = hasPaths ? JOB_COLUMNS.replace('output', 'output_path AS output') : JOB_COLUMNS;
  for (const row of source.prepare(`SELECT ${columns} FROM jobs ORDER BY job_key`).iterate()) {
    const values = hasPaths ? withRefs(row as Row) : (row as Row);
    const wrong = names.find((name) => !rules[name]!(values[name], values));
    if (wrong !== undefined) throw new Error(`Expected a job, received one with another ${wrong}`);
    insert.run(values as Record<string, string | number | null>);
  }
  target.exec('COMMIT');
}

/** Invalid values stay unchanged and are rejected later. */
function withRefs(row: Row): Row {
  const { job_id: jobId, kind, payload, output, result } = row;
  const isRow = isText(payload, row) && orNull(isText)(output, row) && orNull(isText)(result, row);
  if (!isRow) return row;
  const job = { jobId: String(jobId), kind: kind as JobKind };
  return { ...row, ...refsOfPaths(job, { payload, output, result } as FileColumns) };
}
