import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';

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

/** Starts ffmpeg within its limits. On Windows, which has no such limits, those of its arguments hold alone. */
export function startFfmpeg(
  ffmpeg: string,
  args: readonly string[],
  { limits, stdio }: { limits: FfmpegLimits; stdio: StdioOptions },
): ChildProcess {
  if (process.platform === 'win32') return spawn(ffmpeg, args, { stdio });
  const kilobytes = String(Math.floor(limits.memoryBytes / 1024));
  const seconds = limits.cpuSeconds === null ? 'unlimited' : String(limits.cpuSeconds);
  return spawn('/bin/sh', ['-c', LIMITED, 'sh', kilobytes, seconds, ffmpeg, ...args], { stdio });
}
