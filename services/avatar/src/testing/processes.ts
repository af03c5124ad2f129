import { execFileSync } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';

/**
 * Finds processes with `part` in their arguments, as render, encoder and probe processes have. Zombies are
 * skipped.
 */
export function processesOf(part: string): { pid: number; parent: number; args: string }[] {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, pid, parent, args] = /^\s*(\d+)\s+(\d+) (.*)$/.exec(line) ?? [];
    return args?.includes(part) ? [{ pid: Number(pid), parent: Number(parent), args }] : [];
  });
}

/** The files below `folder` that this process has open (Linux). */
export function openFilesIn(folder: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${descriptor}`);
      return path.startsWith(folder) ? [path] : [];
    } catch {
      return [];
    }
  });
}
