import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { AppError } from '@anima/service';

/** Enough of ffmpeg's words to see what went wrong. */
const KEPT_WORDS = 4_000;

export interface FfmpegProcess {
  /** What it reads as pipe:0, where it was asked to. */
  stdin: Writable | null;
  /** What it writes to pipe:1. */
  stdout: Readable | null;
  /** The first and the last of what it said. */
  words(): string;
  /** Rejects with what `failure` makes of its words, with `storage_full`, or with the reason of the signal. */
  ended: Promise<void>;
  kill(): void;
}

/** Starts ffmpeg with pipes; an aborted `signal` kills it at once. */
export function spawnFfmpeg(
  ffmpeg: string,
  args: readonly string[],
  options: {
    pipes: { stdin?: boolean; stdout?: boolean };
    signal: AbortSignal | undefined;
    failure: (words: string) => AppError;
  },
): FfmpegProcess {
  const { pipes, signal, failure } = options;
  signal?.throwIfAborted();
  const loud = ['-hide_banner', '-nostats', '-loglevel', 'error', ...(pipes.stdin ? [] : ['-nostdin'])];
  const child: ChildProcess = spawn(ffmpeg, [...loud, ...args], {
    stdio: [pipes.stdin ? 'pipe' : 'ignore', pipes.stdout ? 'pipe' : 'ignore', 'pipe'],
  });
  let first = '';
  let last = '';
  child.stderr!.on('data', (chunk) => {
    if (first.length < KEPT_WORDS) first += chunk;
    else last = (last + chunk).slice(-KEPT_WORDS);
  });
  // A program that ended early breaks the pipe: its exit code tells.
  child.stdin?.on('error', () => {});
  const kill = () => void child.kill('SIGKILL');
  signal?.addEventListener('abort', kill, { once: true });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (cause) => reject(failure(String(cause))));
    child.once('close', (code) => {
      signal?.removeEventListener('abort', kill);
      if (signal?.aborted === true) return reject(signal.reason);
      if (code === 0) return resolve();
      const words = first + last;
      reject(diskFull(words) ?? failure(`ffmpeg ended with ${code}: ${words}`));
    });
  });
  ended.catch(() => {});
  return { stdin: child.stdin, stdout: child.stdout, words: () => first + last, ended, kill };
}

/** What ffmpeg says where it finds no room to write; null where it says something else. */
export function diskFull(words: string): AppError | null {
  if (!/No space left on device|Disk quota exceeded/.test(words)) return null;
  return new AppError('storage_full', 'Expected room on the disk for the file, found none', {
    cause: new Error(words),
  });
}

/** What went wrong when a clip was written. */
export function encodingFailure(words: string): AppError {
  const cause = new Error(words);
  if (/Unknown encoder/.test(words))
    return new AppError('encoder_missing', 'Expected an ffmpeg that has libx264 and aac, found one without', {
      cause,
    });
  return new AppError('encoding_failed', 'The clip could not be encoded', { cause });
}
