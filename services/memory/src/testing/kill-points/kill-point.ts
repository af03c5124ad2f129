import { existsSync } from 'node:fs';
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

/** The point (JSON) of this process, and a file: only once it exists the process dies of it. */
export const POINT_VARIABLE = 'ANIMA_KILL_POINT';
export const ARMED_VARIABLE = 'ANIMA_KILL_ARMED';

const point = JSON.parse(process.env[POINT_VARIABLE] ?? 'null') as KillPoint | null;
const armedFile = process.env[ARMED_VARIABLE] ?? '';
const isArmed = () => existsSync(armedFile);
let followed = false;

export function passStatement<T>(sql: string, run: () => T): T {
  if (point === null || !('statement' in point) || !isArmed()) return run();
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
  if (point !== null && 'rename' in point && to.endsWith(point.rename) && isArmed()) die();
  return rename();
}

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('expected to be dead');
}
