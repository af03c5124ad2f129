import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** One that has ended and that nobody has asked after (a zombie) does not: where init is a shell, nobody ever does. */
export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc/self/stat') || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Whether one of its threads is not stopped; false where the system does not tell (it has no /proc). */
export function runs(pid: number): boolean {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.some(
      (thread) => !/\) [TZX] /.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')),
    );
  } catch {
    return false;
  }
}
