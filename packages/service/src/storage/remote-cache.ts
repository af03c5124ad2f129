import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';

/**
 * Bytes under a name, for a time, shared by processes: what saves work and is never the truth. While it is away nothing is found and
 * nothing is kept, and no call rejects.
 */
export interface RemoteCache {
  get(name: string): Promise<Buffer | null>;
  /** In the order of the names. */
  getAll(names: readonly string[]): Promise<(Buffer | null)[]>;
  set(name: string, value: string | Uint8Array, ttlMs: number): Promise<void>;
  /** Rejects while it is away. */
  probe(): Promise<void>;
}

/** What another process left as JSON; null where it is missing or is not as the schema says: anybody may write to a server that is shared. */
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
