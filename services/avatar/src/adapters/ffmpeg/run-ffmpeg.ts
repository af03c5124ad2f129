import { spawn } from 'node:child_process';
import { inputArguments, type MediaInput } from './input-arguments.js';

const TIME_LIMIT_MS = 30_000;
/** What it says of a file comes first; what went wrong comes last. */
const KEPT_FIRST = 32_000;
const KEPT_LAST = 4_000;

export interface FfmpegOutcome {
  succeeded: boolean;
  /** What it said. */
  words: string;
}

/** Runs ffmpeg on one input file, which may be hostile, in bounded time; `signal` ends it at once. */
export function runFfmpeg(
  ffmpeg: string,
  input: MediaInput,
  output: readonly string[],
  signal?: AbortSignal,
): Promise<FfmpegOutcome> {
  const args = ['-hide_banner', '-nostdin', '-nostats', ...inputArguments(input), ...output];
  return new Promise((resolve, reject) => {
    const child = spawn(ffmpeg, args, { stdio: ['ignore', 'ignore', 'pipe'], signal, killSignal: 'SIGKILL' });
    const limit = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT_MS);
    let first = '';
    let last = '';
    child.stderr.on('data', (chunk) => {
      if (first.length < KEPT_FIRST) first += chunk;
      else last = (last + chunk).slice(-KEPT_LAST);
    });
    child.once('error', (error) => {
      clearTimeout(limit);
      reject(signal?.aborted === true ? signal.reason : error);
    });
    child.once('close', (code) => {
      clearTimeout(limit);
      resolve({ succeeded: code === 0, words: first + last });
    });
  });
}
