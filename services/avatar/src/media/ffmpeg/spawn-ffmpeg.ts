import { AppError } from '@anima/service/errors';
import { type FfmpegLimits, type FfmpegProcess, jobLimits, startFfmpeg } from './start-ffmpeg.js';

export interface SpawnedFfmpeg extends Omit<FfmpegProcess, 'ended'> {
  /** Rejects with the error of `failure`, with `storage_full`, or with the reason of the signal. */
  ended: Promise<void>;
}

/** Starts ffmpeg with pipes, which is to succeed. */
export function spawnFfmpeg(
  ffmpeg: string,
  args: readonly string[],
  options: {
    pipes: { stdin?: boolean; stdout?: boolean; beside?: boolean };
    signal: AbortSignal | undefined;
    /** `by`: the signal that ended it, which the system sends at a limit. */
    failure: (words: string, by: NodeJS.Signals | null) => AppError;
    /** Default: the limits of a job. */
    limits?: FfmpegLimits;
  },
): SpawnedFfmpeg {
  const { pipes, signal, failure, limits = jobLimits } = options;
  const loud = ['-hide_banner', '-nostats', '-loglevel', 'error', ...(pipes.stdin ? [] : ['-nostdin'])];
  const child = startFfmpeg(ffmpeg, [...loud, ...args], { limits, pipes, signal });
  const ended = child.ended.then(
    ({ code, by, wasKilled }) => {
      if (code === 0) return;
      const words = child.words();
      throw diskFull(words) ?? failure(`ffmpeg ended with ${by ?? code}: ${words}`, wasKilled ? null : by);
    },
    (cause: unknown) => {
      signal?.throwIfAborted();
      throw failure(String(cause), null);
    },
  );
  ended.catch(() => {});
  return { ...child, ended };
}

/** Creates the error of an ffmpeg that exceeded a limit or crashed. */
export function tooDemanding(by: string, words: string): AppError {
  return new AppError('media_too_demanding', `The file exceeds the resource limits of ffmpeg (${by})`, {
    cause: new Error(words),
  });
}

/** Returns an error if the log of ffmpeg reports a full disk, else null. */
function diskFull(words: string): AppError | null {
  if (!/No space left on device|Disk quota exceeded/.test(words)) return null;
  return new AppError('storage_full', 'The disk is full: free space for the file', {
    cause: new Error(words),
  });
}

/** Creates the error of a failed encoding. */
export function encodingFailure(words: string): AppError {
  const cause = new Error(words);
  if (/Unknown encoder/.test(words))
    return new AppError('encoder_missing', 'Expected an ffmpeg that has libx264 and aac, found one without', {
      cause,
    });
  return new AppError('encoding_failed', 'The clip could not be encoded', { cause });
}
