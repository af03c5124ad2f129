import type { Log } from '@anima/service/process';
import { type PresentWorker, WORKER_SEEN_MS, type Workers } from './workers.js';

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
