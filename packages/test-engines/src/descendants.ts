import { execFileSync } from 'node:child_process';

/** A process and all that it started, itself first. PostgreSQL's backends have groups of their own, so a group is not enough. */
export function withDescendants(pid: number): number[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = listed.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const found = [pid];
  for (const parent of found)
    for (const [child, its] of pairs) if (its === parent && child !== undefined) found.push(child);
  return found;
}
