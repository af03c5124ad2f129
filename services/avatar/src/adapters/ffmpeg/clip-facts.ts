import type { FrameRate } from './frame-rate.js';
import { constantRate, frameTime } from './frame-rate.js';
import type { MediaInput } from './input-arguments.js';
import { unreadable } from './probe-media.js';
import { runFfmpeg } from './run-ffmpeg.js';
import { logLinesStartingWith } from './said-lines.js';

/** What has to be known of a clip before its frames are read. The names of colours are ffmpeg's. */
export interface ClipFacts {
  /** Pixels of the first frame as it is shown: turned, but not yet made square. */
  width: number;
  height: number;
  /** Of the first frame, in frames of the rate that was asked for, on the clip's own clock. */
  firstTick: number;
  /** On the same clock, in seconds. */
  firstSeconds: number;
  /** What its times are whole numbers of, in a second; null where it does not say. */
  timescale: number | null;
  pixelFormat: string;
  matrix: string;
  primaries: string;
  transfer: string;
  /** Whether parts of its first second are transparent. */
  isTransparent: boolean;
}

/** Decodes the first frame: a clip that has none is refused. */
export async function readClipFacts(
  ffmpeg: string,
  clip: MediaInput,
  rate: FrameRate,
  signal: AbortSignal | undefined,
): Promise<ClipFacts> {
  const words = await describeFrame(ffmpeg, clip, rate, signal);
  const said = logLinesStartingWith(words, '[Parsed_showinfo_0 ');
  const frame = said.find((line) => / pts: *\S/.test(line)) ?? '';
  const format = / fmt:(\S+)/.exec(frame)?.[1];
  const size = / s:(\d+)x(\d+)/.exec(frame);
  const tick = tickIn(words);
  const timescale = timescaleIn(said);
  const ticks = / pts: *(-?\d+)/.exec(frame)?.[1];
  if (format === undefined || size === null || tick === null) throw unreadable('a clip', words);
  const colours = said.flatMap((line) => [...line.matchAll(/ (color_[a-z]+):(\S+)/g)]);
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
    isTransparent: saysAlpha(words) || (hasAlpha(format) && (await showsAlpha(ffmpeg, clip, signal))),
  };
}

/** WebM keeps alpha in a picture of its own, which ffmpeg's own decoders do not read: they say that it is there. */
function saysAlpha(words: string): boolean {
  return logLinesStartingWith(words, 'alpha_mode').some((line) => /: *1$/.test(line.trimEnd()));
}

function hasAlpha(pixelFormat: string): boolean {
  return ['yuva', 'rgba', 'bgra', 'argb', 'abgr', 'gbrap', 'ya8', 'ya16', 'ayuv'].some((start) =>
    pixelFormat.startsWith(start),
  );
}

/** Frames looked at: GIF, PNG and ProRes have room for alpha and use it seldom. */
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

/** Null where a clip does not say, or does not count in parts of a second. */
function timescaleIn(said: readonly string[]): number | null {
  for (const line of said) {
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

/** What ffmpeg says of one frame, before and after it is given its place among frames of a constant rate. */
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
