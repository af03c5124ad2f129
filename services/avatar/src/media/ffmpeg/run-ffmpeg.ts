import { inputArguments, type MediaInput } from './input-arguments.js';
import { tooDemanding } from './spawn-ffmpeg.js';
import { lookLimits, startFfmpeg } from './start-ffmpeg.js';

const TIME_LIMIT_MS = 30_000;
/** Characters kept from the start, which describe the file, and from the end, which describe the error. */
const LOG_CHARACTERS = 32_000;

export interface FfmpegOutcome {
  succeeded: boolean;
  /** Output of ffmpeg. */
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
    ...{ limits: lookLimits, timeMs: TIME_LIMIT_MS, keptWords: LOG_CHARACTERS },
    ...{ pipes: {}, signal },
  });
  const { code, by } = await child.ended;
  if (by !== null) throw tooDemanding(by, child.words());
  return { succeeded: code === 0, words: child.words() };
}

/**
 * Returns the log lines of ffmpeg that start with `beginning`, ignoring leading spaces. Lines of a file's own
 * tags start with the tag name, so a file cannot forge log lines.
 */
export function logLinesStartingWith(words: string, beginning: string): string[] {
  return words.split(/[\r\n]+/).filter((line) => line.trimStart().startsWith(beginning));
}
