import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { familyOf } from './process-family.js';

/** Ticks of /proc in a second: the same on every Linux that Node runs on. */
const TICKS = 100;

/**
 * Seconds of processor that a process, all that descend from it, and those of them that have ended and were waited for, have taken so far. NaN
 * but on Linux.
 */
export function processorSeconds(root: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [pid: number, parent: number])
    .map(([pid, parent]) => ({ pid, parent }));
  let ticks = 0;
  for (const pid of familyOf(root, rows)) ticks += ticksOf(pid);
  return ticks / TICKS;
}

/** utime, stime, cutime and cstime (proc(5)); 0 for a process that has ended since it was listed. */
function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  } catch {
    return 0;
  }
}
