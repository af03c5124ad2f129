import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** Limits of an ffmpeg process, enforced by the operating system. */
export interface FfmpegLimits {
  memoryBytes: number;
  /** CPU time over all threads; null for the length of the clip. */
  cpuSeconds: number | null;
}

/** Frames of 4K with 10 bits, brought to another range: a gigabyte and a half. */
export const jobLimits: FfmpegLimits = { memoryBytes: 4 * 1024 ** 3, cpuSeconds: null };
/** A frame of 8K takes some 600 MB; an hour of sound some ten seconds. */
export const lookLimits: FfmpegLimits = { memoryBytes: 2 * 1024 ** 3, cpuSeconds: 60 };

/**
 * A shell sets the limits and then becomes ffmpeg. A limit that the system does not support, as memory on
 * macOS, is skipped. Every word is a separate argument, so none is interpreted as a command.
 */
const LIMITED = 'ulimit -c 0; ulimit -v "$1" 2>/dev/null; ulimit -t "$2" 2>/dev/null; shift 2; exec "$@"';

export interface FfmpegOptions {
  limits: FfmpegLimits;
  /** Whether pipe:0 and pipe:1 are open, and pipe:3 for additional output. */
  pipes: { stdin?: boolean; stdout?: boolean; beside?: boolean };
  /** Aborted, it is killed at once. */
  signal?: AbortSignal | undefined;
  /** Milliseconds after which the process is killed. */
  timeMs?: number;
  /** Characters kept from the start of its log, and as many from the end. Default 4,000. */
  keptWords?: number;
}

export interface FfmpegProcess {
  /** Input pipe:0, if requested. */
  stdin: Writable | null;
  /** Output pipe:1. */
  stdout: Readable | null;
  /** And to pipe:3. */
  beside: Readable | null;
  /** Returns the start and the end of the log. */
  words(): string;
  /** When all that it wrote was read. Rejects where it could not be started, and with the reason of the signal. */
  ended: Promise<FfmpegEnd>;
  kill(): void;
}

export interface FfmpegEnd {
  code: number | null;
  /** The signal that ended it, which the system sends at a limit. */
  by: NodeJS.Signals | null;
  /** Whether `kill` ended it. */
  wasKilled: boolean;
}

const LOG_CHARACTERS = 4_000;

/** Starts ffmpeg within its limits: the one way to it. */
export function startFfmpeg(
  ffmpeg: string,
  args: readonly string[],
  { limits, pipes, signal, timeMs, keptWords = LOG_CHARACTERS }: FfmpegOptions,
): FfmpegProcess {
  signal?.throwIfAborted();
  const child = spawnLimited(ffmpeg, args, limits, {
    stdio: [
      ...[pipes.stdin ? 'pipe' : 'ignore', pipes.stdout ? 'pipe' : 'ignore', 'pipe'],
      ...(pipes.beside ? ['pipe'] : []),
    ] as SpawnOptions['stdio'],
  });
  let wasKilled = false;
  const closed = new Promise<FfmpegEnd>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, by) => resolve({ code, by, wasKilled }));
  });
  if (!child.stderr) {
    closed.catch(() => {});
    throw new Error(`Expected pipes to ${ffmpeg}, but no more files can be opened`);
  }
  let first = '';
  let last = '';
  child.stderr.on('data', (chunk) => {
    if (first.length < keptWords) first += chunk;
    else last = (last + chunk).slice(-LOG_CHARACTERS);
  });
  // A program that exits early breaks the pipe; its exit code reports the error.
  child.stdin?.on('error', () => {});
  const end = () => void child.kill('SIGKILL');
  const late = timeMs === undefined ? undefined : setTimeout(end, timeMs);
  signal?.addEventListener('abort', end, { once: true });
  const ended = closed.finally(() => {
    clearTimeout(late);
    signal?.removeEventListener('abort', end);
    signal?.throwIfAborted();
  });
  ended.catch(() => {});
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    beside: (child.stdio[3] ?? null) as Readable | null,
    words: () => first + last,
    ended,
    kill() {
      wasKilled = true;
      end();
    },
  };
}

/** Returns information that ffmpeg prints about itself: version, filters. Rejects if ffmpeg does not run. */
export async function queryFfmpeg(ffmpeg: string, question: string): Promise<string> {
  const child = startFfmpeg(ffmpeg, ['-hide_banner', question], {
    limits: lookLimits,
    pipes: { stdout: true },
  });
  const [said, { code, by }] = await Promise.all([text(child.stdout!), child.ended]);
  if (code !== 0) throw new Error(`${ffmpeg} ${question} ended with ${by ?? code}: ${child.words()}`);
  return said;
}

/** On Windows, which has no such limits, only the arguments of ffmpeg limit it. */
function spawnLimited(
  ffmpeg: string,
  args: readonly string[],
  { memoryBytes, cpuSeconds }: FfmpegLimits,
  options: SpawnOptions,
): ChildProcess {
  // This variable is for our own processes (programs.ts): an encoder would request each frame from the
  // system.
  const { MALLOC_MMAP_THRESHOLD_: _, ...env } = process.env;
  const within = { env, ...options };
  if (process.platform === 'win32') return spawn(ffmpeg, args, within);
  const kilobytes = String(Math.floor(memoryBytes / 1024));
  const seconds = cpuSeconds === null ? 'unlimited' : String(cpuSeconds);
  return spawn('/bin/sh', ['-c', LIMITED, 'sh', kilobytes, seconds, ffmpeg, ...args], within);
}
