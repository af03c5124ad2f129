import { existsSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Point at which the program kills itself with SIGKILL: at an SQLite statement, or before a file is renamed.
 */
export type KillPoint =
  | {
      /** Part of the text of the statement. */
      statement: string;
      when: 'before' | 'after';
      /** Part of a statement that must have run before in the same thread. */
      following?: string;
      thread?: 'main' | 'worker';
    }
  | { rename: string };

/**
 * Environment variable with the path of a file. While the file exists, the kill point that it contains as
 * JSON is active.
 */
export const ARMED_VARIABLE = 'ANIMA_KILL_ARMED';

const armedFile = process.env[ARMED_VARIABLE] ?? '';
let followed = false;

function armedPoint(): KillPoint | null {
  return existsSync(armedFile) ? (JSON.parse(readFileSync(armedFile, 'utf8')) as KillPoint) : null;
}

export function passStatement<T>(sql: string, run: () => T): T {
  const point = armedPoint();
  if (point === null || !('statement' in point)) return run();
  const { statement, when, following, thread = 'main' } = point;
  const here =
    isMainThread === (thread === 'main') && sql.includes(statement) && (following === undefined || followed);
  if (here && when === 'before') die();
  const result = run();
  if (here) die();
  followed ||= following !== undefined && sql.includes(following);
  return result;
}

export function passRename<T>(to: string, rename: () => T): T {
  const point = armedPoint();
  if (point !== null && 'rename' in point && to.endsWith(point.rename)) die();
  return rename();
}

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('expected to be dead');
}
