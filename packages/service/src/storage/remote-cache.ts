import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';

/**
 * A cache of bytes that processes share. It saves work and is never authoritative: while it is unavailable,
 * calls find and store nothing, and none rejects.
 */
export interface RemoteCache {
  get(name: string): Promise<Buffer | null>;
  /** Returns the values in the order of the names. */
  getAll(names: readonly string[]): Promise<(Buffer | null)[]>;
  set(name: string, value: string | Uint8Array, ttlMs: number): Promise<void>;
  /** Removes all values of this service. Rejects while the cache is away. */
  clear(): Promise<void>;
  /** Rejects while it is away. */
  probe(): Promise<void>;
}

/** Parses JSON of another process; null if it does not match the schema. */
export function readJson<Schema extends TSchema>(
  bytes: Buffer | null | undefined,
  schema: Schema,
): Static<Schema> | null {
  if (!bytes) return null;
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return Check(schema, value) ? value : null;
  } catch {
    return null;
  }
}
