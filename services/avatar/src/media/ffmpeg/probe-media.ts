import { AppError } from '@anima/service/errors';
import type { ClipFormat, Media } from '../../catalog/media-format.js';
import { logLinesStartingWith, runFfmpeg } from './run-ffmpeg.js';

/** Only the first stream of pictures, and never the cover of a song. */
const VIDEO = ['-map', '0:V:0'];
const NOWHERE = ['-an', '-f', 'null', '-'];

/** Decodes the first frame of a clip; a clip that does not know its length or its frame rate is read to its end. */
export async function probeClip(
  ffmpeg: string,
  path: string,
  format: ClipFormat,
  signal?: AbortSignal,
): Promise<Media> {
  const frame = ['-frames:v', '1', '-vf', 'showinfo', ...NOWHERE];
  const { succeeded, words } = await runFfmpeg(ffmpeg, { path, format }, [...VIDEO, ...frame], signal);
  const size = succeeded ? shownSize(words) : null;
  if (size === null) throw unreadable('a clip', words);
  const about = words.slice(0, words.indexOf('Stream mapping:'));
  const [timing = ''] = logLinesStartingWith(about, 'Duration: ');
  let duration = secondsOf(/Duration: (\S+),/.exec(timing)?.[1]);
  // Matroska counts from zero, and not from its first time.
  const start = Number(/, start: (\d+\.\d+)/.exec(timing)?.[1] ?? 0);
  if (duration !== null && (format === 'mkv' || format === 'webm')) duration = Math.max(0, duration - start);
  // "fps" is the mean rate and comes first; "tbr" is a guess at the rate that was meant.
  const streams = logLinesStartingWith(about, 'Stream #');
  const pictures = streams.filter((line) => line.includes(': Video: '));
  let fps = Number(pictures.flatMap((line) => / (\d+(?:\.\d+)?) (?:fps|tbr)/.exec(line)?.[1] ?? [])[0] ?? 0);
  if (duration === null || fps === 0 || fps > MAX_FPS) {
    const counted = await readThrough(ffmpeg, { path, format }, signal);
    fps = fps > 0 && fps <= MAX_FPS ? fps : counted.frames / counted.seconds;
    duration ??= counted.seconds;
  }
  if (!(fps > 0) || !(duration > 0)) throw unreadable('a clip', words);
  const hasAudio = streams.some((line) => line.includes(': Audio: '));
  return { kind: 'clip', format, ...size, duration, fps: Math.round(fps * 1000) / 1000, hasAudio };
}

/** If a container has no frame rate, ffmpeg reports the resolution of its times, mostly 1,000 per second. */
const MAX_FPS = 240;

/** Counts the frames and finds where the last one ends. */
async function readThrough(
  ffmpeg: string,
  clip: { path: string; format: ClipFormat },
  signal: AbortSignal | undefined,
): Promise<{ frames: number; seconds: number }> {
  // Only the decoder of a GIF knows how long its last frame is shown; the file is small. Other formats end
  // one frame after the start of the last.
  const copies = clip.format !== 'gif';
  const output = ['-stats', ...VIDEO, ...(copies ? ['-c', 'copy'] : []), ...NOWHERE];
  const { succeeded, words } = await runFfmpeg(ffmpeg, clip, output, signal);
  const frames = Number([...words.matchAll(/frame=\s*(\d+)/g)].at(-1)?.[1] ?? 0);
  const end = secondsOf([...words.matchAll(/time=(\S+)/g)].at(-1)?.[1]);
  if (!succeeded || end === null || frames === 0) throw unreadable('a clip', words);
  return { frames, seconds: copies && frames > 1 ? (end * frames) / (frames - 1) : end };
}

/** "00:01:02.50" is 62.5; null for "N/A". */
function secondsOf(time: string | undefined): number | null {
  const [, hours, minutes, seconds] = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(time ?? '') ?? [];
  return seconds === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** Returns the size of a decoded frame after rotation and with square pixels. */
function shownSize(words: string): { width: number; height: number } | null {
  const lines = logLinesStartingWith(words, '[Parsed_showinfo');
  const [, across, down, width, height] =
    lines.map((line) => / sar:(\d+)\/(\d+) s:(\d+)x(\d+)/.exec(line)).find((found) => found !== null) ?? [];
  if (width === undefined) return null;
  // 0/1: the file does not say.
  const aspect = Number(across) > 0 && Number(down) > 0 ? Number(across) / Number(down) : 1;
  return { width: Math.max(1, Math.round(Number(width) * aspect)), height: Number(height) };
}

export function unreadable(expected: string, words: string): AppError {
  return new AppError(
    'media_unreadable',
    `Expected ${expected} that can be decoded, received a file that cannot be decoded`,
    {
      cause: new Error(words.slice(-2_000)),
    },
  );
}
