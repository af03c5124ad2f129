import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '@anima/service/errors';
import { createValueCheck, strictObject } from '@anima/service/schema';
import Type, { type Static } from 'typebox';

/** Folder in the data directory with the results of `anima calibrate`, one file per model. */
export const CALIBRATIONS = 'calibrations';

const MAX_BYTES = 64 * 1024;
const cosine = Type.Number({ minimum: -1, maximum: 1.001 });
const storedSchema = strictObject({
  version: Type.Literal(3),
  name: Type.String({ maxLength: 1000 }),
  /**
   * A checksum, or the fingerprint of a model on a server. The calibration of another revision is ignored.
   */
  revision: Type.String({ maxLength: 1000 }),
  similarCosine: cosine,
  questions: strictObject({ strict: cosine, normal: cosine, loose: cosine, spread: cosine }),
  statements: strictObject({
    candidateCosine: cosine,
    valueCosine: cosine,
    undecidedCosine: cosine,
    duplicateCosine: cosine,
  }),
});
export type StoredCalibration = Static<typeof storedSchema>;
const check = createValueCheck(storedSchema, 'calibration');

/**
 * Reads the calibration of the model with this name; null if it does not exist. Throws an AppError that names
 * the invalid part of the file.
 */
export function readCalibrationFile(dataDir: string, model: string): StoredCalibration | null {
  const path = pathOf(dataDir, model);
  const bytes = statSync(path, { throwIfNoEntry: false })?.size;
  if (bytes === undefined) return null;
  const wayOut = 'run `anima calibrate` to make it anew, or delete it';
  if (bytes > MAX_BYTES)
    throw new AppError(
      'invalid_configuration',
      `Expected at most ${MAX_BYTES} bytes in ${path}, received ${bytes}: ${wayOut}`,
    );
  let stored: unknown;
  try {
    stored = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    const { message } = cause as Error;
    throw new AppError('invalid_configuration', `Expected JSON in ${path}: ${message}; ${wayOut}`, { cause });
  }
  // The thresholds of version 1 belong to rules that were removed, and version 2 has no spread.
  const { version } = (stored ?? {}) as { version?: unknown };
  if (version === 1 || version === 2) return null;
  const [error] = check(stored);
  if (error !== undefined)
    throw new AppError('invalid_configuration', `${error.message} (in ${path}): ${wayOut}`);
  return stored as StoredCalibration;
}

/** Replaces the calibration file atomically; returns its path. */
export function writeCalibrationFile(dataDir: string, stored: StoredCalibration): string {
  const path = pathOf(dataDir, stored.name);
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(stored, null, 2)}\n`);
  renameSync(draft, path);
  return path;
}

/**
 * Names of models have slashes and colons, and can be longer than file names. The file contains the complete
 * name.
 */
const pathOf = (dataDir: string, model: string) =>
  join(dataDir, CALIBRATIONS, `${encodeURIComponent(model).slice(0, 200)}.json`);
