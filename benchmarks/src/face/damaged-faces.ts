import { spawnSync } from 'node:child_process';
import { createFrame, type Frame, frameRegionToRgb, rgbToFrame } from '@anima/face';
import sharp, { type Sharp } from 'sharp';

type Damage = (face: Frame) => Promise<Frame>;

/**
 * Typical damage to face images: compression, downscaling, blur and noise. Each is deterministic and retains
 * the image size.
 */
export const DAMAGES: Readonly<Record<string, Damage>> = {
  clean: async (face) => face,
  grain: async (face) => grained(face),
  'crf 28': async (face) => throughH264([face], 28)[0]!,
  'JPEG 90': (face) => throughJpeg(face, 90),
  'JPEG 75': (face) => throughJpeg(face, 75),
  'WebP 30': (face) => throughWebp(face, 30),
  'x2 + WebP 50': (face) => shrunk(face, 2, (small) => throughWebp(small, 50)),
  'x2 small': (face) => shrunk(face, 2, async (small) => small),
  'x2 + JPEG 30': (face) => shrunk(face, 2, (small) => throughJpeg(small, 30)),
  'x2 + crf 32': (face) => shrunk(face, 2, async (small) => throughH264([small], 32)[0]!),
  'x4 + JPEG 30': (face) => shrunk(face, 4, (small) => throughJpeg(small, 30)),
  'crf 32': async (face) => throughH264([face], 32)[0]!,
  'crf 38': async (face) => throughH264([face], 38)[0]!,
  'blur + noise': blurredAndNoisy,
};

/**
 * Encodes and decodes frames with libx264 at its defaults, as one clip of 25 fps. Requires ffmpeg on the
 * path.
 */
export function throughH264(frames: readonly Frame[], crf: number): Frame[] {
  const { width, height } = frames[0]!;
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p'];
  const input = Buffer.concat(frames.map(({ bytes }) => bytes));
  const coded = ffmpeg(
    [...raw, '-s', `${width}x${height}`, '-r', '25', '-i', '-'],
    ['-c:v', 'libx264', '-crf', String(crf), '-threads', '1', '-f', 'matroska', '-'],
    input,
  );
  const decoded = ffmpeg(['-i', '-'], [...raw, '-'], coded);
  const size = input.length / frames.length;
  return frames.map((_, i) =>
    createFrame(width, height, Uint8Array.from(decoded.subarray(i * size, (i + 1) * size))),
  );
}

function ffmpeg(before: readonly string[], after: readonly string[], input: Buffer): Buffer {
  const done = spawnSync('ffmpeg', ['-v', 'error', ...before, ...after], { input, maxBuffer: 2 ** 30 });
  if (done.status !== 0) throw new Error(`ffmpeg: ${done.error?.message ?? done.stderr.toString()}`);
  return done.stdout;
}

async function shrunk(face: Frame, times: number, then: (small: Frame) => Promise<Frame>): Promise<Frame> {
  return resized(await then(await resized(face, face.width / times, 'lanczos3')), face.width, 'cubic');
}

export async function resized(frame: Frame, width: number, kernel: 'lanczos3' | 'cubic'): Promise<Frame> {
  const height = 2 * Math.round((frame.height * width) / frame.width / 2);
  const rgb = await picture(frame).resize(width, height, { kernel, fit: 'fill' }).raw().toBuffer();
  return rgbToFrame(Uint8Array.from(rgb), width, height);
}

async function throughJpeg(frame: Frame, quality: number): Promise<Frame> {
  const rgb = await sharp(await picture(frame).jpeg({ quality }).toBuffer())
    .raw()
    .toBuffer();
  return rgbToFrame(Uint8Array.from(rgb), frame.width, frame.height);
}

async function throughWebp(frame: Frame, quality: number): Promise<Frame> {
  const rgb = await sharp(await picture(frame).webp({ quality }).toBuffer())
    .raw()
    .toBuffer();
  return rgbToFrame(Uint8Array.from(rgb), frame.width, frame.height);
}

/** Applies a blur of 1.6 pixels and noise of 14 brightness levels. */
async function blurredAndNoisy(frame: Frame): Promise<Frame> {
  const gauss = gaussian(5);
  const blurred = await picture(frame).blur(1.6).raw().toBuffer();
  const noisy = Uint8Array.from(blurred, (value) => held(value + 14 * gauss()));
  return rgbToFrame(noisy, frame.width, frame.height);
}

/** Adds film grain: independent noise of 3 brightness levels for each pixel. */
export function grained(frame: Frame, seed = 7): Frame {
  const gauss = gaussian(seed);
  const bytes = frame.bytes.slice();
  for (let at = 0; at < frame.width * frame.height; at++) bytes[at] = held(bytes[at]! + 3 * gauss());
  return { ...frame, bytes };
}

/** Darkens a frame to less than half of its contrast, as in a scene with little light. */
export function darkened(frame: Frame): Frame {
  const luma = frame.width * frame.height;
  const bytes = frame.bytes.map((value, at) =>
    at < luma ? 16 + 0.45 * (value - 16) + 0.5 : 128.5 + 0.6 * (value - 128),
  );
  return { ...frame, bytes };
}

function held(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)));
}

function gaussian(seed: number): () => number {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function picture(frame: Frame): Sharp {
  const { width, height } = frame;
  return sharp(frameRegionToRgb(frame), { raw: { width, height, channels: 3 } });
}
