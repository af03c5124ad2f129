import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { familyOf } from './process-family.js';

/** Clock ticks of /proc per second: the same on every Linux that Node supports. */
const TICKS = 100;

/**
 * Returns the CPU seconds used so far by a process, all its descendants, and their ended children that were
 * waited for. Returns NaN except on Linux.
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

/**
 * Returns the sum of utime, stime, cutime and cstime (proc(5)), or 0 if the process ended after it was
 * listed.
 */
function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program can contain any character, including spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  } catch {
    return 0;
  }
}
