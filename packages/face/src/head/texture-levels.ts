import { sharedBytes } from '../shared-memory.js';
import type { HeadTexture } from './head.js';

/** One level of a texture as assembly/head/texture.ts reads it. */
export interface TextureLevel {
  readonly width: number;
  readonly height: number;
  /** RGBA in columns, with a border of one texel around. */
  readonly texels: Uint8Array;
  readonly columnBytes: number;
  readonly repeats: boolean;
}

interface PlainLevel {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

export const MAX_LEVELS = 6;
/** Texels. */
const COLUMN = 16;
const COLUMN_PITCH = 17;

/**
 * The texture halved 0, 1, 2 ... times, for the levels that `wanted` names. Colours are weighted by alpha, but for what is opaque:
 * there alpha says something else.
 */
export function textureLevels(
  texture: HeadTexture,
  wanted: ReadonlySet<number>,
  isOpaque: boolean,
): Map<number, TextureLevel> {
  const levels = new Map<number, TextureLevel>();
  let level: PlainLevel = texture;
  for (let i = 0; i < MAX_LEVELS; i++) {
    if (i > 0) level = halved(level, isOpaque);
    if (!wanted.has(i)) continue;
    const { width, height } = level;
    const { repeats } = texture;
    const columnBytes = 4 * COLUMN_PITCH * (height + 2);
    levels.set(i, { width, height, texels: inColumns(level, repeats), columnBytes, repeats });
  }
  return levels;
}

/** Every other byte of a word. */
const PAIRS = 0x00ff00ff;
const HALVES = 0x00020002;

/** Mean of 2 x 2 texels, rounded. Of those alike in alpha two bytes of a word at a time: their weights cancel out. */
function halved({ width, height, pixels }: PlainLevel, isOpaque: boolean): PlainLevel {
  const w = Math.max(1, width >> 1);
  const h = Math.max(1, height >> 1);
  const texels = words(pixels);
  const out = new Uint8Array(4 * w * h);
  const means = new Uint32Array(out.buffer);
  for (let y = 0; y < h; y++) {
    const upper = Math.min(2 * y, height - 1) * width;
    const lower = Math.min(2 * y + 1, height - 1) * width;
    for (let x = 0; x < w; x++) {
      const left = Math.min(2 * x, width - 1);
      const right = Math.min(2 * x + 1, width - 1);
      const a = texels[upper + left]!;
      const b = texels[upper + right]!;
      const c = texels[lower + left]!;
      const d = texels[lower + right]!;
      if (isOpaque || ((a ^ b) | (a ^ c) | (a ^ d)) >>> 24 === 0) {
        const even = (a & PAIRS) + (b & PAIRS) + (c & PAIRS) + (d & PAIRS) + HALVES;
        const odd =
          ((a >>> 8) & PAIRS) + ((b >>> 8) & PAIRS) + ((c >>> 8) & PAIRS) + ((d >>> 8) & PAIRS) + HALVES;
        means[y * w + x] = ((even >>> 2) & PAIRS) | (((odd >>> 2) & PAIRS) << 8);
      } else weightedMean(a, b, c, d, out, 4 * (y * w + x));
    }
  }
  return { width: w, height: h, pixels: out };
}

function weightedMean(a: number, b: number, c: number, d: number, out: Uint8Array, to: number): void {
  const alpha = (a >>> 24) + (b >>> 24) + (c >>> 24) + (d >>> 24);
  const sum = (shift: number): number =>
    ((a >>> shift) & 255) * (a >>> 24) +
    ((b >>> shift) & 255) * (b >>> 24) +
    ((c >>> shift) & 255) * (c >>> 24) +
    ((d >>> shift) & 255) * (d >>> 24);
  out[to] = sum(0) / alpha + 0.5;
  out[to + 1] = sum(8) / alpha + 0.5;
  out[to + 2] = sum(16) / alpha + 0.5;
  out[to + 3] = (alpha + 2) >> 2;
}

/**
 * Columns of 16 texels, each with the one that follows it, from top to bottom; the border is the edge again, or the other
 * side where the texture repeats.
 */
function inColumns({ width, height, pixels }: PlainLevel, repeats: boolean): Uint8Array {
  const texels = words(pixels);
  const neighbour = (i: number, size: number): number =>
    repeats ? (i + size) % size : Math.min(Math.max(i, 0), size - 1);
  const columns = Math.ceil((width + 2) / COLUMN);
  const bytes = sharedBytes(4 * columns * (height + 2) * COLUMN_PITCH);
  const out = new Uint32Array(bytes.buffer);
  for (let column = 0, to = 0; column < columns; column++) {
    const first = column * COLUMN - 1;
    const isInside = first >= 0 && first + COLUMN_PITCH <= width;
    for (let y = -1; y <= height; y++) {
      const from = neighbour(y, height) * width;
      for (let x = 0; x < COLUMN_PITCH; x++, to++)
        out[to] = texels[from + (isInside ? first + x : neighbour(first + x, width))]!;
    }
  }
  return bytes;
}

/** RGBA as a word a texel, alpha above; a copy where it does not lie on a whole word. */
function words(pixels: Uint8Array): Uint32Array {
  const aligned = pixels.byteOffset % 4 === 0 ? pixels : pixels.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
}
