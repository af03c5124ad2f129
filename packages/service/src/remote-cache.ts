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
