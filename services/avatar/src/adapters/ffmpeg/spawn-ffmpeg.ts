import type { Readable, Writable } from 'node:stream';
import { AppError } from '@anima/service/errors';
import { type FfmpegLimits, jobLimits, startFfmpeg } from './start-ffmpeg.js';

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
    /** `by`: the signal of whoever else ended it, which is the system where a limit is reached. */
    failure: (words: string, by: NodeJS.Signals | null) => AppError;
    /** Those of a job, if not given. */
    limits?: FfmpegLimits;
  },
): FfmpegProcess {
  const { pipes, signal, failure, limits = jobLimits } = options;
  signal?.throwIfAborted();
  const loud = ['-hide_banner', '-nostats', '-loglevel', 'error', ...(pipes.stdin ? [] : ['-nostdin'])];
  const child = startFfmpeg(ffmpeg, [...loud, ...args], {
    limits,
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
  let killed = false;
  const kill = () => {
    killed = true;
    child.kill('SIGKILL');
  };
  signal?.addEventListener('abort', kill, { once: true });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (cause) => reject(failure(String(cause), null)));
    child.once('close', (code, by) => {
      signal?.removeEventListener('abort', kill);
      if (signal?.aborted === true) return reject(signal.reason);
      if (code === 0) return resolve();
      const words = first + last;
      reject(diskFull(words) ?? failure(`ffmpeg ended with ${by ?? code}: ${words}`, killed ? null : by));
    });
  });
  ended.catch(() => {});
  return { stdin: child.stdin, stdout: child.stdout, words: () => first + last, ended, kill };
}

/** Of an ffmpeg that a limit or a fault of its own has ended. */
export function tooDemanding(by: string, words: string): AppError {
  return new AppError(
    'media_too_demanding',
    `Expected a file that ffmpeg opens within its limits, received one that ended it (${by})`,
    { cause: new Error(words) },
  );
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
