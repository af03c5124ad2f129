import { spawn } from 'node:child_process';

/** No picture is larger: a few bytes can announce one that fills the memory. */
const MAX_PIXELS = 50_000_000;
const TIME_LIMIT_MS = 30_000;
/** What it says of a file comes first; what went wrong comes last. */
const KEPT_FIRST = 32_000;
const KEPT_LAST = 4_000;

/** How each kind of file is read: by its own reader, so that no file can pass for a list of other files. */
const readers: Record<string, readonly string[]> = {
  png: ['-f', 'png_pipe'],
  jpg: ['-f', 'jpeg_pipe'],
  webp: ['-f', 'webp_pipe'],
  gif: ['-f', 'gif'],
  mp4: ['-f', 'mov'],
  mov: ['-f', 'mov'],
  webm: ['-f', 'matroska'],
  mkv: ['-f', 'matroska'],
};

export interface FfmpegOutcome {
  succeeded: boolean;
  /** What it said. */
  words: string;
}

/** Runs ffmpeg on one input file, which may be hostile: one thread, bounded pictures, bounded time, nothing but this file. */
export function runFfmpeg(
  ffmpeg: string,
  input: { path: string; format: string; options?: readonly string[] },
  output: readonly string[],
): Promise<FfmpegOutcome> {
  const args = [
    ...['-hide_banner', '-nostdin', '-nostats', '-protocol_whitelist', 'file'],
    ...['-threads', '1', '-max_pixels', String(MAX_PIXELS)],
    ...(readers[input.format] ?? []),
    ...(input.options ?? []),
    ...['-i', `file:${input.path}`],
    ...output,
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(ffmpeg, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const limit = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT_MS);
    let first = '';
    let last = '';
    child.stderr.on('data', (chunk) => {
      if (first.length < KEPT_FIRST) first += chunk;
      else last = (last + chunk).slice(-KEPT_LAST);
    });
    child.once('error', (error) => {
      clearTimeout(limit);
      reject(error);
    });
    child.once('close', (code) => {
      clearTimeout(limit);
      resolve({ succeeded: code === 0, words: first + last });
    });
  });
}
