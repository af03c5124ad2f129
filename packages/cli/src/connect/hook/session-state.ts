import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readPrivateJson, sessionsFolder, writePrivateFile } from '../own-files.js';
import type { Turn } from './hook-event.js';

/** What hooks keep of a session between two of them. */
export interface SessionState {
  /** Bytes of the transcript that are done with. */
  position: number;
  /** Memories that stand before the model already. */
  injected: string[];
  /** Turns that were told and are not stored yet. */
  waiting: Turn[];
  /** Digests of answers that the tool told before its transcript had them. */
  answers: string[];
  /** Digest of the answer that was told last. */
  lastAnswer: string;
  /** Number of turns that the tool reported itself so far: the position of the next one. */
  reported: number;
}

const MAX_INJECTED = 500;
const MAX_WAITING = 50;
const MAX_ANSWERS = 50;
const KEPT_MS = 30 * 86_400_000;
const LOCK_STALE_MS = 10_000;
const LOCK_POLL_MS = 15;

export function readSession(home: string, tool: string, sessionId: string): SessionState {
  const kept = readPrivateJson(pathOf(home, tool, sessionId)) ?? {};
  const texts = (value: unknown) =>
    Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
  return {
    position: typeof kept.position === 'number' && kept.position >= 0 ? kept.position : 0,
    injected: texts(kept.injected),
    waiting: Array.isArray(kept.waiting) ? (kept.waiting as Turn[]) : [],
    answers: texts(kept.answers),
    lastAnswer: typeof kept.lastAnswer === 'string' ? kept.lastAnswer : '',
    reported: typeof kept.reported === 'number' ? kept.reported : 0,
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

/**
 * Runs the work when no other hook of the session runs, or after `waitMs`: another hook of the session must not make this one lose a
 * turn.
 */
export async function alone(
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

/** What was not touched for a month goes. */
export function forgetOldSessions(home: string, now: number): void {
  const folder = sessionsFolder(home);
  for (const name of readdirSync(folder).slice(0, 1_000)) {
    const path = join(folder, name);
    if (now - statSync(path).mtimeMs > KEPT_MS) rmSync(path, { force: true });
  }
}

function take(home: string, lock: string): boolean {
  mkdirSync(sessionsFolder(home), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(lock, 'wx', 0o600));
    return true;
  } catch {
    try {
      // Of a hook that was killed.
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
