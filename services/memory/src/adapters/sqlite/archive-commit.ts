import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { AppError } from '@anima/service/errors';
import type { ServiceEvent } from '@anima/service/events';
import type { Project } from '../../domain/memory/memory.js';
import { storageError } from './storage-error.js';

export interface StageCommit {
  databasePath: string;
  stagePath: string;
  newProjects: readonly Project[];
  /** Data of the event `memory.imported`. */
  event: Record<string, unknown>;
}

export interface StageCommitted {
  /** Every imported memory has a key above this one, in order. */
  lastKeyBefore: number;
  event: ServiceEvent;
}

export type StageCommitReply =
  | { committed: StageCommitted }
  | { failed: { message: string; errcode: number } };

/** The built file, also where this one runs from its source. */
const workerFile = createRequire(import.meta.url).resolve(
  '@anima/memory/dist/adapters/sqlite/archive-commit-worker.js',
);
/** SQLITE_CONSTRAINT, https://www.sqlite.org/rescode.html */
const CONSTRAINT = 19;

/**
 * Moves a stage into the database, in one transaction, in a thread: it writes some hundred megabytes for a hundred
 * thousand memories and waits for the disk. The caller holds back all other transactions meanwhile.
 */
export async function commitStage(commit: StageCommit): Promise<StageCommitted> {
  const worker = new Worker(workerFile, { workerData: commit });
  const reply = await replyOf(worker);
  if ('committed' in reply) return reply.committed;
  const { message, errcode } = reply.failed;
  if ((errcode & 0xff) === CONSTRAINT) {
    throw new AppError(
      'conflict',
      'An id of the archive is used here for something else. Nothing was imported',
    );
  }
  throw storageError(Object.assign(new Error(message), { errcode }));
}

/**
 * What the thread said, once it has ended and written its last. It says that the import is durable before anything else can
 * fail: how it ends then changes nothing.
 */
function replyOf(worker: Worker): Promise<StageCommitReply> {
  return new Promise((resolve, reject) => {
    let reply: StageCommitReply | null = null;
    let failure: unknown = null;
    worker.once('message', (message: StageCommitReply) => {
      reply = message;
    });
    worker.once('error', (error) => {
      failure = error;
    });
    worker.once('exit', (code) => {
      if (reply !== null) resolve(reply);
      else reject(failure ?? new Error(`the thread that commits imports ended with ${code}`));
    });
  });
}
