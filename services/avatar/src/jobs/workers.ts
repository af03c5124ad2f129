import type { JobKind } from './job.js';

/** Who is there to take up jobs, so that one that nobody can do says so. Who is not heard of for WORKER_SEEN_MS is not counted on. */
export interface Workers {
  /** Once, and then every WORKER_SEEN_MS / 3. */
  announce(worker: PresentWorker): Promise<void>;
  leave(worker: string): Promise<void>;
}

export interface PresentWorker {
  worker: string;
  kinds: readonly JobKind[];
  /** Those that speak, draw and restore, by their names. */
  engines: readonly string[];
}

export const WORKER_SEEN_MS = 60_000;
