import { type ChildProcess, spawn } from 'node:child_process';

export interface ChildService {
  url: string;
  pid: number;
  /** Resolves to the exit code, null after a signal. */
  exited: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
  stderr: () => string;
}

const running = new Set<ChildProcess>();

/**
 * Ends remaining children with this process, even after a failed test: vitest ends its workers by SIGTERM.
 */
function endWithThisProcess(child: ChildProcess): void {
  if (running.size === 0) {
    process.once('exit', endAll);
    process.once('SIGTERM', endAllAndThis);
  }
  running.add(child);
  child.once('exit', () => {
    if (!running.delete(child) || running.size > 0) return;
    process.off('exit', endAll);
    process.off('SIGTERM', endAllAndThis);
  });
}

function endAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

function endAllAndThis(): void {
  endAll();
  process.kill(process.pid, 'SIGTERM');
}

/** Starts a built program in its own process; resolves when it reports its address. */
export async function spawnProgram(
  main: string,
  env: Record<string, string>,
  args: string[] = [],
): Promise<ChildService> {
  const child: ChildProcess = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  endWithThisProcess(child);
  let stderr = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr!.on('data', (chunk) => {
      stderr += chunk;
      const address = /listens on (http:\/\/\S+)/.exec(stderr)?.[1];
      if (address) resolve(address);
    });
    child.once('close', () => reject(new Error(`the service ended before it listened: ${stderr}`)));
  });
  return { url, pid: child.pid!, exited, kill: (signal) => child.kill(signal), stderr: () => stderr };
}
