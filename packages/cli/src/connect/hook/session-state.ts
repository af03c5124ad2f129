import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sessionsFolder } from '../connect-folders.js';
import { readPrivateJson, writePrivateFile } from '../private-file.js';
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
}

const MAX_INJECTED = 500;
const MAX_WAITING = 50;
const MAX_ANSWERS = 50;
const KEPT_MS = 30 * 86_400_000;
const LOCK_STALE_MS = 10_000;

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
  };
}

export function keepSession(home: string, tool: string, sessionId: string, state: SessionState): void {
  const bounded: SessionState = {
    position: state.position,
    injected: state.injected.slice(-MAX_INJECTED),
    waiting: state.waiting.slice(-MAX_WAITING),
    answers: state.answers.slice(-MAX_ANSWERS),
    lastAnswer: state.lastAnswer,
  };
  writePrivateFile(pathOf(home, tool, sessionId), JSON.stringify(bounded));
}

/** Runs the work unless another hook of the session is at it; says whether it ran. */
export async function alone(
  home: string,
  tool: string,
  sessionId: string,
  work: () => Promise<void>,
): Promise<boolean> {
  const lock = `${pathOf(home, tool, sessionId)}.lock`;
  if (!take(home, lock)) return false;
  try {
    await work();
    return true;
  } finally {
    rmSync(lock, { force: true });
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
