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

/** What another process left as JSON; null where it is missing, or no JSON of an object. */
export function readJson<T extends object>(bytes: Buffer | null | undefined): T | null {
  if (!bytes) return null;
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' ? (value as T | null) : null;
  } catch {
    return null;
  }
}
