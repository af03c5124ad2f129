import { createRequire } from 'node:module';
import { startThread } from '@anima/calls';
import { AppError } from '@anima/service/errors';
import type { ServiceEvent } from '@anima/service/events';
import type { Project } from '../../memory/memory.js';
import { storageError } from './storage-error.js';

export interface StageCommit {
  databasePath: string;
  stagePath: string;
  newProjects: readonly Project[];
  event: { type: string; data: Record<string, unknown> };
}

export interface StageCommitted {
  /** Every imported memory has a key above this key, in order. */
  lastKeyBefore: number;
  event: ServiceEvent;
}

export type StageCommitReply =
  | { committed: StageCommitted }
  | { failed: { message: string; errcode: number } };

export interface StageCommitCalls {
  commit: { ask: StageCommit; answer: StageCommitReply };
}

/** The built file, also if this module runs from its source. */
const workerFile = createRequire(import.meta.url).resolve(
  '@anima/memory/dist/storage/sqlite/archive-commit-worker.js',
);
/** SQLITE_CONSTRAINT, https://www.sqlite.org/rescode.html */
const CONSTRAINT = 19;

/**
 * Moves a stage into the database in one transaction. It runs in a worker thread, because it writes some
 * hundred megabytes for a hundred thousand memories and waits for the disk. The caller must block all other
 * transactions during this time.
 */
export async function commitStage(commit: StageCommit): Promise<StageCommitted> {
  const thread = startThread<StageCommitCalls>({
    file: workerFile,
    name: 'the thread that commits imports',
    closeMs: null,
  });
  try {
    const reply = await thread.ask('commit', commit);
    if ('committed' in reply) return reply.committed;
    const { message, errcode } = reply.failed;
    if ((errcode & 0xff) === CONSTRAINT) {
      throw new AppError(
        'conflict',
        'An id of the archive is used here for something else. Nothing was imported',
      );
    }
    throw storageError(Object.assign(new Error(message), { errcode }));
  } finally {
    // The reply already states whether the import is durable, so errors of the thread's exit are irrelevant.
    // After the exit, the thread writes no more.
    await thread.close();
  }
}
