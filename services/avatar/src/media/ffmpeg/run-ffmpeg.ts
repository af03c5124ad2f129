import { inputArguments, type MediaInput } from './input-arguments.js';
import { tooDemanding } from './spawn-ffmpeg.js';
import { lookLimits, startFfmpeg } from './start-ffmpeg.js';

const TIME_LIMIT_MS = 30_000;
/** What it says of a file comes first; what went wrong comes last. */
const KEPT_WORDS = 32_000;

export interface FfmpegOutcome {
  succeeded: boolean;
  /** What it said. */
  words: string;
}

/** Runs ffmpeg on one input file, which may be hostile, in bounded time and memory; `signal` ends it at once. */
export async function runFfmpeg(
  ffmpeg: string,
  input: MediaInput,
  output: readonly string[],
  signal?: AbortSignal,
): Promise<FfmpegOutcome> {
  const args = ['-hide_banner', '-nostdin', '-nostats', ...inputArguments(input), ...output];
  const child = startFfmpeg(ffmpeg, args, {
    ...{ limits: lookLimits, timeMs: TIME_LIMIT_MS, keptWords: KEPT_WORDS },
    ...{ pipes: {}, signal },
  });
  const { code, by } = await child.ended;
  if (by !== null) throw tooDemanding(by, child.words());
  return { succeeded: code === 0, words: child.words() };
}

/**
 * The lines of ffmpeg's words that begin so, white space aside. What it prints of a file's own tags begins with the name of
 * the tag, and is no longer searched for what ffmpeg itself found.
 */
export function linesBeginning(words: string, beginning: string): string[] {
  return words.split(/[\r\n]+/).filter((line) => line.trimStart().startsWith(beginning));
}
