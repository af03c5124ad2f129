import { existsSync, readFileSync } from 'node:fs';

/** One that has ended and that nobody has asked after (a zombie) does not: where init is a shell, nobody ever does. */
export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc/self/stat') || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
