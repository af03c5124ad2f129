import { LRUCache } from 'lru-cache';
import { fileIdentity } from '../file-identity.js';
import type { MediaInput } from './input-arguments.js';
import { unreadable } from './probe-media.js';
import { logLinesStartingWith, runFfmpeg } from './run-ffmpeg.js';

/**
 * Metadata of a clip that is required before its frames are read. Colours have the names that ffmpeg uses.
 */
export interface ClipFacts {
  /** Width in pixels of the first frame after rotation, before its pixels are made square. */
  width: number;
  height: number;
  /** Time of the first frame on the clip's own clock, in frames of the requested rate. */
  firstTick: number;
  /** The same time in seconds. */
  firstSeconds: number;
  /** Ticks per second of the times; null if the clip does not state it. */
  timescale: number | null;
  pixelFormat: string;
  matrix: string;
  primaries: string;
  transfer: string;
  /** Whether parts of its first second are transparent. */
  isTransparent: boolean;
}

/** Decodes the first frame. Rejects a clip without frames. */
async function readClipFacts(
  ffmpeg: string,
  clip: MediaInput,
  rate: FrameRate,
  signal: AbortSignal | undefined,
): Promise<ClipFacts> {
  const words = await describeFrame(ffmpeg, clip, rate, signal);
  const lines = logLinesStartingWith(words, '[Parsed_showinfo_0 ');
  const frame = lines.find((line) => / pts: *\S/.test(line)) ?? '';
  const format = / fmt:(\S+)/.exec(frame)?.[1];
  const size = / s:(\d+)x(\d+)/.exec(frame);
  const tick = tickIn(words);
  const timescale = timescaleIn(lines);
  const ticks = / pts: *(-?\d+)/.exec(frame)?.[1];
  if (format === undefined || size === null || tick === null) throw unreadable('a clip', words);
  const colours = lines.flatMap((line) => [...line.matchAll(/ (color_[a-z]+):(\S+)/g)]);
  const colour = (name: string) => colours.find(([, named]) => named === name)?.[2];
  return {
    width: Number(size[1]),
    height: Number(size[2]),
    firstTick: tick,
    firstSeconds:
      ticks === undefined || timescale === null ? frameTime(rate, tick) : Number(ticks) / timescale,
    timescale,
    pixelFormat: format,
    matrix: colour('color_space') ?? 'unknown',
    primaries: colour('color_primaries') ?? 'unknown',
    transfer: colour('color_trc') ?? 'unknown',
    isTransparent: reportsAlpha(words) || (hasAlpha(format) && (await showsAlpha(ffmpeg, clip, signal))),
  };
}

/**
 * Detects alpha in WebM, which is a separate video stream that the decoders of ffmpeg do not read but report.
 */
function reportsAlpha(words: string): boolean {
  return logLinesStartingWith(words, 'alpha_mode').some((line) => /: *1$/.test(line.trimEnd()));
}

function hasAlpha(pixelFormat: string): boolean {
  return ['yuva', 'rgba', 'bgra', 'argb', 'abgr', 'gbrap', 'ya8', 'ya16', 'ayuv'].some((start) =>
    pixelFormat.startsWith(start),
  );
}

/** Number of frames that are checked: GIF, PNG and ProRes support alpha but rarely use it. */
const ALPHA_FRAMES = 30;

async function showsAlpha(
  ffmpeg: string,
  clip: MediaInput,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const filter = 'alphaextract,format=gray,signalstats,metadata=print:key=lavfi.signalstats.YMIN';
  const frames = ['-map', '0:V:0', '-frames:v', String(ALPHA_FRAMES), '-vf', filter];
  const { words } = await runFfmpeg(ffmpeg, clip, [...frames, '-an', '-f', 'null', '-'], signal);
  return logLinesStartingWith(words, '[Parsed_metadata_3 ').some((line) => {
    const least = /YMIN=(\d+)/.exec(line)?.[1];
    return least !== undefined && Number(least) < 255;
  });
}

/** Returns null if the clip does not state a timescale in parts of a second. */
function timescaleIn(lines: readonly string[]): number | null {
  for (const line of lines) {
    const [, seconds, parts] = / time_base: (\d+)\/(\d+)/.exec(line) ?? [];
    if (parts !== undefined) return seconds === '1' ? Number(parts) : null;
  }
  return null;
}

/** The tick of the first frame that is decoded with these options; null for none. */
export async function readFirstTick(
  ffmpeg: string,
  clip: MediaInput,
  rate: FrameRate,
  signal: AbortSignal | undefined,
): Promise<number | null> {
  return tickIn(await describeFrame(ffmpeg, clip, rate, signal));
}

/** Returns the description of one frame by ffmpeg, before and after the conversion to a constant rate. */
async function describeFrame(
  ffmpeg: string,
  clip: MediaInput,
  rate: FrameRate,
  signal: AbortSignal | undefined,
): Promise<string> {
  const input = { ...clip, options: ['-copyts', ...(clip.options ?? [])] };
  const frame = ['-map', '0:V:0', '-frames:v', '1', '-vf', `showinfo,${constantRate(rate)},showinfo`];
  return (await runFfmpeg(ffmpeg, input, [...frame, '-an', '-f', 'null', '-'], signal)).words;
}

function tickIn(words: string): number | null {
  for (const line of logLinesStartingWith(words, '[Parsed_showinfo_2 ')) {
    const tick = / pts: *(-?\d+)/.exec(line)?.[1];
    if (tick !== undefined) return Number(tick);
  }
  return null;
}

/** Frames in `seconds` seconds. */
export interface FrameRate {
  frames: number;
  seconds: number;
}

/** Rates of television, which are a thousandth slower than whole ones (SMPTE 170M): 29.97 is 30000/1001. */
const NTSC_TOLERANCE = 0.006;

/** The fraction that a decimal frame rate stands for, so that an hour of frames does not drift. */
export function frameRate(fps: number): FrameRate {
  if (!(fps >= 1 && fps <= 240)) throw new RangeError(`Expected 1 to 240 frames a second, received ${fps}`);
  if (Number.isInteger(fps)) return { frames: fps, seconds: 1 };
  const whole = Math.ceil(fps);
  const isNtsc = whole % 6 === 0 && Math.abs((whole * 1000) / 1001 - fps) < NTSC_TOLERANCE;
  if (isNtsc) return { frames: whole * 1000, seconds: 1001 };
  return { frames: Math.round(fps * 1000), seconds: 1000 };
}

/** As ffmpeg reads it. */
export function rateText({ frames, seconds }: FrameRate): string {
  return `${frames}/${seconds}`;
}

/** Seconds at which a frame begins. */
export function frameTime(rate: FrameRate, frameIndex: number): number {
  return (frameIndex * rate.seconds) / rate.frames;
}

/**
 * Returns the ffmpeg filter that converts a clip to this rate. The last frame counts even if it is shown for
 * less than half a tick.
 */
export function constantRate(rate: FrameRate): string {
  return `fps=${rateText(rate)}:eof_action=pass`;
}

/** A few hundred bytes each. */
const facts = new LRUCache<string, ClipFacts>({ max: 256 });

/** Like `readClipFacts`, which starts a process and decodes a frame, with a cache by file identity. */
export async function rememberedFacts(
  ffmpeg: string,
  clip: MediaInput,
  rate: FrameRate,
  signal: AbortSignal | undefined,
): Promise<ClipFacts> {
  // Of a file that is not there it is ffmpeg that says so.
  const identity = await fileIdentity(clip.path).catch(() => null);
  const key = `${identity} ${clip.format} ${rateText(rate)} ${ffmpeg}`;
  const known = facts.get(key);
  if (known !== undefined) return known;
  const read = await readClipFacts(ffmpeg, clip, rate, signal);
  if (identity !== null) facts.set(key, read);
  return read;
}
