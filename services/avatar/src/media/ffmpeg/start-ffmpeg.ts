import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** What an ffmpeg may take at most; the system ends or starves it beyond. */
export interface FfmpegLimits {
  memoryBytes: number;
  /** Of a processor, over all its threads; null: as long as the clip lasts. */
  cpuSeconds: number | null;
}

/** Frames of 4K with 10 bits, brought to another range: a gigabyte and a half. */
export const jobLimits: FfmpegLimits = { memoryBytes: 4 * 1024 ** 3, cpuSeconds: null };
/** A frame of 8K takes some 600 MB; an hour of sound some ten seconds. */
export const lookLimits: FfmpegLimits = { memoryBytes: 2 * 1024 ** 3, cpuSeconds: 60 };

/**
 * A shell sets the limits for itself and then becomes ffmpeg. One that a system does not have, as macOS that of memory, is left out.
 * Every word comes as an argument of its own: none of them is read as a command.
 */
const LIMITED = 'ulimit -c 0; ulimit -v "$1" 2>/dev/null; ulimit -t "$2" 2>/dev/null; shift 2; exec "$@"';

export interface FfmpegOptions {
  limits: FfmpegLimits;
  /** Which of pipe:0 and pipe:1 are open, and pipe:3, for what it tells beside. */
  pipes: { stdin?: boolean; stdout?: boolean; beside?: boolean };
  /** Aborted, it is killed at once. */
  signal?: AbortSignal | undefined;
  /** Killed after so long. */
  timeMs?: number;
  /** Characters of the first that it says; 4,000, if not given. As many of the last are kept. */
  keptWords?: number;
}

export interface FfmpegProcess {
  /** What it reads as pipe:0, where it was asked to. */
  stdin: Writable | null;
  /** What it writes to pipe:1. */
  stdout: Readable | null;
  /** And to pipe:3. */
  beside: Readable | null;
  /** The first and the last of what it said. */
  words(): string;
  /** When all that it wrote was read. Rejects where it could not be started, and with the reason of the signal. */
  ended: Promise<FfmpegEnd>;
  kill(): void;
}

export interface FfmpegEnd {
  code: number | null;
  /** Of whoever ended it, which is the system where a limit is reached. */
  by: NodeJS.Signals | null;
  /** By `kill`. */
  wasKilled: boolean;
}

const KEPT_WORDS = 4_000;

/** Starts ffmpeg within its limits: the one way to it. */
export function startFfmpeg(
  ffmpeg: string,
  args: readonly string[],
  { limits, pipes, signal, timeMs, keptWords = KEPT_WORDS }: FfmpegOptions,
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
    else last = (last + chunk).slice(-KEPT_WORDS);
  });
  // A program that ended early breaks the pipe: its exit code tells.
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

/** What ffmpeg says of itself: its version, its filters. Rejects where it does not run. */
export async function askFfmpeg(ffmpeg: string, question: string): Promise<string> {
  const child = startFfmpeg(ffmpeg, ['-hide_banner', question], {
    limits: lookLimits,
    pipes: { stdout: true },
  });
  const [said, { code, by }] = await Promise.all([text(child.stdout!), child.ended]);
  if (code !== 0) throw new Error(`${ffmpeg} ${question} ended with ${by ?? code}: ${child.words()}`);
  return said;
}

/** On Windows, which has no such limits, those of its arguments hold alone. */
function spawnLimited(
  ffmpeg: string,
  args: readonly string[],
  { memoryBytes, cpuSeconds }: FfmpegLimits,
  options: SpawnOptions,
): ChildProcess {
  // Told to our own processes (called-programs.ts): an encoder would take each frame from the system anew.
  const { MALLOC_MMAP_THRESHOLD_: _, ...env } = process.env;
  const within = { env, ...options };
  if (process.platform === 'win32') return spawn(ffmpeg, args, within);
  const kilobytes = String(Math.floor(memoryBytes / 1024));
  const seconds = cpuSeconds === null ? 'unlimited' : String(cpuSeconds);
  return spawn('/bin/sh', ['-c', LIMITED, 'sh', kilobytes, seconds, ffmpeg, ...args], within);
}
