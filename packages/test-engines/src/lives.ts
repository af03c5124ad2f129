import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Returns whether a process runs. A zombie has ended: if init is a shell, zombies are never reaped. */
export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc/self/stat') || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Returns whether a thread of the process is not stopped. Returns false on systems without /proc. */
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
