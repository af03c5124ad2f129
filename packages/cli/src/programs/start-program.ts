import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** A program of the user's terminal: it has stdin, stdout and stderr of this one. Resolves with its exit code. */
export function runHere(
  file: string,
  args: readonly string[],
  signal: AbortSignal,
  env = process.env,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: 'inherit', env });
    // Ctrl-C reaches both; who is told alone passes it on.
    const stop = () => child.kill('SIGTERM');
    signal.addEventListener('abort', stop, { once: true });
    child.once('error', reject);
    child.once('exit', (code) => {
      signal.removeEventListener('abort', stop);
      resolve(code ?? 1);
    });
  });
}

/** A program that takes bytes. */
export interface FedProgram {
  /** Resolves when it has room for more. */
  feed(bytes: Uint8Array): Promise<void>;
  /** No more comes; resolves when it has ended, with its exit code. */
  end(): Promise<number>;
  kill(): void;
}

export function feedProgram(file: string, args: readonly string[]): FedProgram {
  const child = spawn(file, args, { stdio: ['pipe', 'ignore', 'ignore'] });
  let isOver = false;
  const over = new Promise<number>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  }).then((code) => {
    isOver = true;
    return code;
  });
  // Told by its exit code.
  child.stdin.on('error', () => {});
  return {
    feed: async (bytes) => {
      if (isOver || child.stdin.write(bytes)) return;
      await Promise.race([over, new Promise((resolve) => child.stdin.once('drain', resolve))]);
    },
    end: () => {
      child.stdin.end();
      return over;
    },
    kill: () => void child.kill('SIGTERM'),
  };
}

export interface BackgroundProgram {
  readonly pid: number;
  /** Aborted when it has ended. */
  readonly ended: AbortSignal;
}

/** A program that lives on without this one; what it says goes to the end of a file. */
export function startInBackground(
  file: string,
  args: readonly string[],
  { log, env }: { log: string; env: NodeJS.ProcessEnv },
): Promise<BackgroundProgram> {
  const written = openSync(log, 'a', 0o600);
  const child = spawn(file, args, { detached: true, stdio: ['ignore', written, written], env });
  closeSync(written);
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    child.once('exit', () => ended.abort());
    child.once('error', reject);
    child.once('spawn', () => {
      child.unref();
      resolve({ pid: child.pid!, ended: ended.signal });
    });
  });
}

/** Resolves with what a program says, null where it is not there or fails. */
export function outputOf(file: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'ignore'], timeout: 5_000 });
    let text = '';
    child.stdout.on('data', (chunk) => {
      if (text.length < 65_536) text += chunk;
    });
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code === 0 ? text : null));
  });
}
