import type { HeadTexture } from './head.js';

/** One level of a texture as assembly/head/texture.ts reads it. */
export interface TextureLevel {
  readonly width: number;
  readonly height: number;
  /** RGBA in columns, with a border of one texel around. */
  readonly texels: Uint8Array;
  readonly columnBytes: number;
}

interface PlainLevel {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

export const MOST_LEVELS = 6;
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
  for (let i = 0; i < MOST_LEVELS; i++) {
    if (i > 0) level = halved(level, isOpaque);
    if (!wanted.has(i)) continue;
    const { width, height } = level;
    const columnBytes = 4 * COLUMN_PITCH * (height + 2);
    levels.set(i, { width, height, texels: inColumns(level, texture.repeats), columnBytes });
  }
  return levels;
}

/** Mean of 2 x 2 texels. */
function halved({ width, height, pixels }: PlainLevel, isOpaque: boolean): PlainLevel {
  const w = Math.max(1, width >> 1);
  const h = Math.max(1, height >> 1);
  const out = new Uint8Array(4 * w * h);
  for (let y = 0; y < h; y++) {
    const upper = Math.min(2 * y, height - 1) * width;
    const lower = Math.min(2 * y + 1, height - 1) * width;
    for (let x = 0; x < w; x++) {
      const left = Math.min(2 * x, width - 1);
      const right = Math.min(2 * x + 1, width - 1);
      const a = 4 * (upper + left);
      const b = 4 * (upper + right);
      const c = 4 * (lower + left);
      const d = 4 * (lower + right);
      const alpha = pixels[a + 3]! + pixels[b + 3]! + pixels[c + 3]! + pixels[d + 3]!;
      const to = 4 * (y * w + x);
      for (let k = 0; k < 3; k++) {
        out[to + k] =
          alpha > 0 && !isOpaque
            ? (pixels[a + k]! * pixels[a + 3]! +
                pixels[b + k]! * pixels[b + 3]! +
                pixels[c + k]! * pixels[c + 3]! +
                pixels[d + k]! * pixels[d + 3]!) /
                alpha +
              0.5
            : (pixels[a + k]! + pixels[b + k]! + pixels[c + k]! + pixels[d + k]! + 2) >> 2;
      }
      out[to + 3] = (alpha + 2) >> 2;
    }
  }
  return { width: w, height: h, pixels: out };
}

/**
 * Columns of 16 texels, each with the one that follows it, from top to bottom; the border is the edge again, or the other
 * side where the texture repeats.
 */
function inColumns({ width, height, pixels }: PlainLevel, repeats: boolean): Uint8Array {
  const texels = new Uint32Array(width * height);
  new Uint8Array(texels.buffer).set(pixels);
  const neighbour = (i: number, size: number): number =>
    repeats ? (i + size) % size : Math.min(Math.max(i, 0), size - 1);
  const columns = Math.ceil((width + 2) / COLUMN);
  const out = new Uint32Array(columns * (height + 2) * COLUMN_PITCH);
  for (let column = 0, to = 0; column < columns; column++) {
    for (let y = -1; y <= height; y++) {
      const from = neighbour(y, height) * width;
      for (let x = 0; x < COLUMN_PITCH; x++, to++)
        out[to] = texels[from + neighbour(column * COLUMN + x - 1, width)]!;
    }
  }
  return new Uint8Array(out.buffer);
}
