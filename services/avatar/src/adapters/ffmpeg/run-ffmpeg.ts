import { inputArguments, type MediaInput } from './input-arguments.js';
import { tooDemanding } from './spawn-ffmpeg.js';
import { lookLimits, startFfmpeg } from './start-ffmpeg.js';

const TIME_LIMIT_MS = 30_000;
/** What it says of a file comes first; what went wrong comes last. */
const KEPT_FIRST = 32_000;
const KEPT_LAST = 4_000;

export interface FfmpegOutcome {
  succeeded: boolean;
  /** What it said. */
  words: string;
}

/** Runs ffmpeg on one input file, which may be hostile, in bounded time and memory; `signal` ends it at once. */
export function runFfmpeg(
  ffmpeg: string,
  input: MediaInput,
  output: readonly string[],
  signal?: AbortSignal,
): Promise<FfmpegOutcome> {
  const args = ['-hide_banner', '-nostdin', '-nostats', ...inputArguments(input), ...output];
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const child = startFfmpeg(ffmpeg, args, { limits: lookLimits, stdio: ['ignore', 'ignore', 'pipe'] });
    const kill = () => void child.kill('SIGKILL');
    const limit = setTimeout(kill, TIME_LIMIT_MS);
    signal?.addEventListener('abort', kill, { once: true });
    const end = () => {
      clearTimeout(limit);
      signal?.removeEventListener('abort', kill);
    };
    let first = '';
    let last = '';
    child.stderr!.on('data', (chunk) => {
      if (first.length < KEPT_FIRST) first += chunk;
      else last = (last + chunk).slice(-KEPT_LAST);
    });
    child.once('error', (error) => {
      end();
      reject(error);
    });
    child.once('close', (code, by) => {
      end();
      if (signal?.aborted === true) reject(signal.reason);
      else if (by !== null) reject(tooDemanding(by, first + last));
      else resolve({ succeeded: code === 0, words: first + last });
    });
  });
}
