import type { Log } from '@anima/service/process';
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

/** Tells the others again and again that this process takes up jobs; returns how it says that it does no more. */
export function announceWorker(
  workers: Workers,
  { engines, ...worker }: Omit<PresentWorker, 'engines'> & { engines: () => Promise<readonly string[]> },
  log: Pick<Log, 'error'>,
): () => Promise<void> {
  let telling: Promise<void> = Promise.resolve();
  const tell = () => {
    telling = telling
      .then(async () => workers.announce({ ...worker, engines: await engines() }))
      .catch((error) => log.error({ err: error }, 'this worker could not be announced'));
  };
  tell();
  const timer = setInterval(tell, WORKER_SEEN_MS / 3);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await telling;
    await workers.leave(worker.worker).catch(() => {});
  };
}
