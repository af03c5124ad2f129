import { execFileSync } from 'node:child_process';

/**
 * Returns the ids of a process and all its descendants, starting with the process. A process group is not
 * sufficient, because each backend of PostgreSQL has its own group.
 */
export function withDescendants(pid: number): number[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = listed.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const found = [pid];
  for (const parent of found)
    for (const [child, its] of pairs) if (its === parent && child !== undefined) found.push(child);
  return found;
}
