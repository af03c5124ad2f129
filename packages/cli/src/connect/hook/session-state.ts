import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readPrivateJson, sessionsFolder, writePrivateFile } from '../own-files.js';
import type { Turn } from './hook-event.js';

/** State of a session between two hooks. */
export interface SessionState {
  /** Offset in the transcript up to which turns are stored, in bytes. */
  position: number;
  /** Ids of memories in the context of the model. */
  injected: string[];
  /** Reported turns that are not stored yet. */
  waiting: Turn[];
  /** Digests of responses that were reported before the transcript had them. */
  answers: string[];
  /** Digest of the last reported response. */
  lastAnswer: string;
  /** Number of turns in events so far, which is the position of the next one. */
  reported: number;
}

const MAX_INJECTED = 500;
const MAX_WAITING = 50;
const MAX_ANSWERS = 50;
const MAX_AGE_MS = 30 * 86_400_000;
const LOCK_STALE_MS = 10_000;
const LOCK_POLL_MS = 15;

export function readSession(home: string, tool: string, sessionId: string): SessionState {
  const stored = readPrivateJson(pathOf(home, tool, sessionId)) ?? {};
  const texts = (value: unknown) =>
    Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
  return {
    position: typeof stored.position === 'number' && stored.position >= 0 ? stored.position : 0,
    injected: texts(stored.injected),
    waiting: Array.isArray(stored.waiting) ? (stored.waiting as Turn[]) : [],
    answers: texts(stored.answers),
    lastAnswer: typeof stored.lastAnswer === 'string' ? stored.lastAnswer : '',
    reported: typeof stored.reported === 'number' ? stored.reported : 0,
  };
}

export function keepSession(home: string, tool: string, sessionId: string, state: SessionState): void {
  const bounded: SessionState = {
    position: state.position,
    injected: state.injected.slice(-MAX_INJECTED),
    waiting: state.waiting.slice(-MAX_WAITING),
    answers: state.answers.slice(-MAX_ANSWERS),
    lastAnswer: state.lastAnswer,
    reported: state.reported,
  };
  writePrivateFile(pathOf(home, tool, sessionId), JSON.stringify(bounded));
}

/** Waits until no other hook of the session runs, at most `waitMs`, so that no hook loses a turn; then runs the work. */
export async function withSessionLock(
  home: string,
  tool: string,
  sessionId: string,
  waitMs: number,
  work: () => Promise<void>,
): Promise<void> {
  const lock = `${pathOf(home, tool, sessionId)}.lock`;
  const began = performance.now();
  let isTaken = take(home, lock);
  while (!isTaken && performance.now() - began < waitMs) {
    await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
    isTaken = take(home, lock);
  }
  try {
    await work();
  } finally {
    if (isTaken) rmSync(lock, { force: true });
  }
}

/** Deletes state that is unchanged for 30 days. */
export function forgetOldSessions(home: string, now: number): void {
  const folder = sessionsFolder(home);
  for (const name of readdirSync(folder).slice(0, 1_000)) {
    const path = join(folder, name);
    if (now - statSync(path).mtimeMs > MAX_AGE_MS) rmSync(path, { force: true });
  }
}

function take(home: string, lock: string): boolean {
  mkdirSync(sessionsFolder(home), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(lock, 'wx', 0o600));
    return true;
  } catch {
    try {
      // A killed hook left its lock.
      if (Date.now() - statSync(lock).mtimeMs < LOCK_STALE_MS) return false;
      rmSync(lock, { force: true });
      closeSync(openSync(lock, 'wx', 0o600));
      return true;
    } catch {
      return false;
    }
  }
}

function pathOf(home: string, tool: string, sessionId: string): string {
  const digest = createHash('sha256').update(sessionId).digest('hex').slice(0, 32);
  return join(sessionsFolder(home), `${tool}-${digest}.json`);
}
