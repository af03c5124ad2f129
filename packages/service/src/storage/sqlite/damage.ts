import { AppError } from '../../errors.js';

/** https://www.sqlite.org/rescode.html */
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** SQLite's own words for the two. */
const DAMAGE = /^(?:database disk image is malformed|file is not a database)$/;

/** A row has a value that no service writes. */
export class DamagedRowError extends Error {
  override readonly name = 'DamagedRowError';
}

/** Parses a column that a service wrote as JSON. @throws DamagedRowError that names `row` */
export function storedJson<Value>(text: string, row: string): Value {
  try {
    return JSON.parse(text) as Value;
  } catch (cause) {
    throw new DamagedRowError(`${row} holds no JSON`, { cause });
  }
}

/** Returns a short description of the damage; null for other errors. */
export function damageOf(error: unknown): string | null {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof DamagedRowError) return each.message;
    const { code, errcode, errstr } = each as { code?: string; errcode?: number; errstr?: string };
    const primary = (errcode ?? 0) & 0xff;
    if (primary === SQLITE_CORRUPT || primary === SQLITE_NOTADB) return errstr ?? each.message;
    // Statements that read several rows give no number.
    if (code === 'ERR_SQLITE_ERROR' && errcode === undefined && DAMAGE.test(each.message))
      return each.message;
  }
  return null;
}

/** Returns a one-line error that names the damaged database and the solution; null for other errors. */
export function damagedDatabase(path: string, error: unknown): AppError | null {
  const damage = damageOf(error);
  return damage === null || error instanceof AppError ? null : unusable(path, damage, error);
}

/** The error for a file that cannot be used as a database, and why. */
export function unusable(path: string, why: string, cause: unknown): AppError {
  return new AppError(
    'unavailable',
    `Cannot use the database ${path} (${why}): put back a copy of it, or move it away to begin without it`,
    { cause },
  );
}

/** Remembers damage that was met while a service runs, for its status. */
export interface DamageWatch {
  /** Whether the error speaks of damage. */
  note(error: unknown): boolean;
  /** @throws AppError with the first damage */
  assertNone(): void;
}

export function createDamageWatch(path: string): DamageWatch {
  let met: AppError | null = null;
  return {
    note(error) {
      const damage = damageOf(error);
      if (damage !== null) met ??= unusable(path, damage, error);
      return damage !== null;
    },
    assertNone() {
      if (met !== null) throw met;
    },
  };
}
