import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openModel } from '@anima/inference';
import sharp from 'sharp';
import type { SHIPPED_HEADS } from '../../head/testing/shipped-heads.js';
import { type Affine, invertAffine } from '../../picture/affine.js';
import type { Frame } from '../../picture/frame.js';
import { readImage } from '../../picture/read-picture.js';
import { type FaceModels, openFaceModels } from '../face-models.js';

/** models/heads: portraits of 1024 x 1024, drawn by the camera that their .json describes. */
export async function portraitPath(name: (typeof SHIPPED_HEADS)[number]): Promise<string> {
  return join((await openModel('heads')).dir, `${name}.png`);
}

export async function openTestModels(): Promise<FaceModels> {
  return openFaceModels((await openModel('face-landmarks')).dir);
}

/** A photograph outside the repository, or null without it. */
export function photoPath(file: string): string | null {
  const repository = fileURLToPath(new URL('../../../../..', import.meta.url));
  const path = join(
    resolve(process.env.ANIMA_EVAL_DIR ?? join(repository, '../shared/data')),
    'photos',
    file,
  );
  return existsSync(path) ? path : null;
}

/** RGB that frames are drawn from. */
export interface SourcePicture {
  readonly rgb: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** `side` pixels square. */
export async function loadSource(path: string, side: number): Promise<SourcePicture> {
  const { data, info } = await sharp(path)
    .resize(side, side, { fit: 'cover' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  // A copy: a slice of a Buffer would share its memory.
  return { rgb: Uint8Array.from(data), width: info.width, height: info.height };
}

/** RGB bytes of [height x width]: what `toFrame` makes of the source, bilinear, over grey. */
export function drawMoved(source: SourcePicture, toFrame: Affine, width: number, height: number): Uint8Array {
  const out = new Uint8Array(3 * width * height).fill(128);
  drawOnto(out, width, height, source, toFrame);
  return out;
}

/** Draws the source into a picture that is there. */
export function drawOnto(
  into: Uint8Array,
  width: number,
  height: number,
  source: SourcePicture,
  toFrame: Affine,
): void {
  const { a, b, c, d, e, f } = invertAffine(toFrame);
  const { rgb, width: across } = source;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const x = a * (column + 0.5) + b * (row + 0.5) + c - 0.5;
      const y = d * (column + 0.5) + e * (row + 0.5) + f - 0.5;
      if (x < 0 || y < 0 || x >= across - 1 || y >= source.height - 1) continue;
      const left = Math.floor(x);
      const top = Math.floor(y);
      const at = 3 * (top * across + left);
      const below = at + 3 * across;
      const to = 3 * (row * width + column);
      for (let i = 0; i < 3; i++) {
        const upper = rgb[at + i]! + (x - left) * (rgb[at + 3 + i]! - rgb[at + i]!);
        const lower = rgb[below + i]! + (x - left) * (rgb[below + 3 + i]! - rgb[below + i]!);
        into[to + i] = upper + (y - top) * (lower - upper) + 0.5;
      }
    }
  }
}

/** Turned (radians, clockwise), scaled and shifted around the middle of two squares. */
export function moveBy(
  from: number,
  to: number,
  { x = 0, y = 0, turn = 0, scale = 1 }: { x?: number; y?: number; turn?: number; scale?: number },
): Affine {
  const size = (scale * to) / from;
  const a = size * Math.cos(turn);
  const d = size * Math.sin(turn);
  return { a, b: -d, c: to / 2 + x - ((a - d) * from) / 2, d, e: a, f: to / 2 + y - ((a + d) * from) / 2 };
}

/** About Gaussian noise of `deviation` steps on every byte: the sum of three even ones. The same for the same random source. */
export function addNoise(rgb: Uint8Array, deviation: number, random: () => number): Uint8Array {
  const noisy = new Uint8ClampedArray(rgb.length);
  for (let i = 0; i < rgb.length; i++)
    noisy[i] = rgb[i]! + 2 * deviation * (random() + random() + random() - 1.5);
  return new Uint8Array(noisy.buffer);
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export async function readPortrait(name: (typeof SHIPPED_HEADS)[number], side = 1024): Promise<Frame> {
  return readImage(await portraitPath(name), { longestSide: side });
}
