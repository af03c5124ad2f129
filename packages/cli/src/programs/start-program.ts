import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** Runs a program with the stdin, stdout and stderr of this process; resolves with its exit code. */
export function runHere(
  file: string,
  args: readonly string[],
  signal: AbortSignal,
  env = process.env,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: 'inherit', env });
    const stop = () => child.kill('SIGTERM');
    signal.addEventListener('abort', stop, { once: true });
    child.once('error', reject);
    child.once('exit', (code) => {
      signal.removeEventListener('abort', stop);
      resolve(code ?? 1);
    });
  });
}

/** A running program whose stdin accepts bytes. */
export interface PipedProgram {
  /** Resolves when the pipe accepts more bytes. */
  write(bytes: Uint8Array): Promise<void>;
  /** Closes stdin; resolves with the exit code. */
  end(): Promise<number>;
  kill(): void;
}

export function pipeToProgram(file: string, args: readonly string[]): PipedProgram {
  const child = spawn(file, args, { stdio: ['pipe', 'ignore', 'ignore'] });
  let hasExited = false;
  const exited = new Promise<number>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  }).then((code) => {
    hasExited = true;
    return code;
  });
  // The exit code reports the failure.
  child.stdin.on('error', () => {});
  return {
    write: async (bytes) => {
      if (hasExited || child.stdin.write(bytes)) return;
      await Promise.race([exited, new Promise((resolve) => child.stdin.once('drain', resolve))]);
    },
    end: () => {
      child.stdin.end();
      return exited;
    },
    kill: () => void child.kill('SIGTERM'),
  };
}

export interface DetachedProgram {
  readonly pid: number;
  /** Aborted when the program has exited. */
  readonly ended: AbortSignal;
  /** Resolves with the exit code. */
  readonly exited: Promise<number>;
  kill(signal: NodeJS.Signals): void;
  /** Lets this process exit while the program runs. */
  unref(): void;
}

/**
 * Starts a program in its own process group, so that Ctrl-C does not reach it.
 * @param log File to which stdout and stderr are appended; null: the streams of this process.
 */
export function startDetached(
  file: string,
  args: readonly string[],
  { log, env }: { log: string | null; env: NodeJS.ProcessEnv },
): Promise<DetachedProgram> {
  const output = log === null ? 'inherit' : openSync(log, 'a', 0o600);
  const child = spawn(file, args, {
    detached: log !== null || process.platform !== 'win32',
    stdio: ['ignore', output, output],
    env,
  });
  if (typeof output === 'number') closeSync(output);
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const exited = new Promise<number>((resolveCode) => {
      child.once('exit', (code) => {
        ended.abort();
        resolveCode(code ?? 1);
      });
    });
    child.once('error', reject);
    child.once('spawn', () =>
      resolve({
        ...{ pid: child.pid!, ended: ended.signal, exited },
        kill: (signal) => void child.kill(signal),
        unref: () => child.unref(),
      }),
    );
  });
}

/** Resolves with the stdout of a program, null if the program is missing or fails. */
export function outputOf(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  timeout = 5_000,
): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'ignore'], timeout, env });
    let text = '';
    child.stdout.on('data', (chunk) => {
      if (text.length < 65_536) text += chunk;
    });
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code === 0 ? text : null));
  });
}
