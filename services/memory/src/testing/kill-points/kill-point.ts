import { existsSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** A moment at which the program kills itself as kill -9 does: at a statement of SQLite, or before a file takes its name. */
export type KillPoint =
  | {
      /** Part of its text. */
      statement: string;
      when: 'before' | 'after';
      /** Part of a statement that has to have been run before, in the same thread. */
      following?: string;
      thread?: 'main' | 'worker';
    }
  | { rename: string };

/** Names a file: once it exists, the process dies of the point that stands in it as JSON. */
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
