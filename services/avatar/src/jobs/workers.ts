import type { Log } from '@anima/service/process';
import type { JobKind } from './job.js';

/**
 * Workers that are running, so that a job that no worker can run is marked. A worker without a heartbeat for
 * WORKER_SEEN_MS does not count.
 */
export interface Workers {
  /** Once, and then every WORKER_SEEN_MS / 3. */
  announce(worker: PresentWorker): Promise<void>;
  leave(worker: string): Promise<void>;
}

export interface PresentWorker {
  worker: string;
  kinds: readonly JobKind[];
  /** Names of the speech, face and restoration engines. */
  engines: readonly string[];
}

export const WORKER_SEEN_MS = 60_000;

/** Sends heartbeats of this worker to the others. Returns a function that removes the worker. */
export function announceWorker(
  workers: Workers,
  { engines, ...worker }: Omit<PresentWorker, 'engines'> & { engines: () => Promise<readonly string[]> },
  log: Pick<Log, 'error'>,
): () => Promise<void> {
  let telling: Promise<void> = Promise.resolve();
  const reportAlive = () => {
    telling = telling
      .then(async () => workers.announce({ ...worker, engines: await engines() }))
      .catch((error) => log.error({ err: error }, 'this worker could not be announced'));
  };
  reportAlive();
  const timer = setInterval(reportAlive, WORKER_SEEN_MS / 3);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await telling;
    await workers.leave(worker.worker).catch(() => {});
  };
}
