import type { Head, HeadPart, HeadTexture } from '../head.js';
import { HALF_VIEW, NO_ROTATION } from '../head-transforms.js';
import { LOBE_SHARPNESS, MOIST, shineColour, shineDirections, shineMap, shinePoints } from '../shine.js';

/**
 * Positions of the samples of a pixel, and the alpha from which a mask draws them: assembly/head/setup.ts and
 * draw.ts.
 */
const SAMPLES = [
  { x: 0.375, y: 0.125, threshold: 160 },
  { x: 0.875, y: 0.375, threshold: 96 },
  { x: 0.125, y: 0.625, threshold: 32 },
  { x: 0.625, y: 0.875, threshold: 224 },
] as const;

/**
 * Reference rasteriser for a head at rest: every triangle over every pixel of its box, in the order of the
 * parts, in doubles. Textures are read at level 0. Returns RGB, 0 to 255, [height x width x 3], the mean of
 * four samples.
 */
export function drawPlainly(head: Head, width: number, height: number, background: Uint8Array): Float64Array {
  const depths = new Float64Array(4 * width * height);
  const colours = new Float64Array(12 * width * height);
  for (let i = 0; i < 4 * width * height; i++) {
    for (let k = 0; k < 3; k++) colours[3 * i + k] = background[4 * (i >> 2) + k]!;
  }
  const focal = height / 2 / HALF_VIEW;
  const project = (vertex: number): { x: number; y: number; near: number; vertex: number } => {
    const [x, y, z] = head.positions.subarray(4 * vertex, 4 * vertex + 3) as unknown as [
      number,
      number,
      number,
    ];
    const near = 1 / (head.camera.z - z);
    return {
      x: width / 2 + focal * x * near,
      y: height / 2 - focal * (y - head.camera.y) * near,
      near,
      vertex,
    };
  };
  const points = new Float32Array(2 * head.light.length);
  shinePoints(head, shineMap(head), head.positions, shineDirections(NO_ROTATION), points);
  for (const part of head.parts) {
    const texture = head.textures[part.texture]!;
    for (let t = part.firstTriangle; t < part.firstTriangle + part.triangles; t++) {
      const corners = [...head.triangles.subarray(3 * t, 3 * t + 3)].map(project);
      const [a, b, c] = corners as [(typeof corners)[0], (typeof corners)[0], (typeof corners)[0]];
      const area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
      if (area === 0 || (area > 0 && !part.doubleSided)) continue;
      const weigh = (x: number, y: number): [number, number, number] => {
        const v = ((x - a.x) * (c.y - a.y) - (c.x - a.x) * (y - a.y)) / area;
        const w = ((b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y)) / area;
        return [1 - v - w, v, w];
      };
      const linear = (weights: readonly number[], value: (corner: typeof a) => number): number =>
        weights[0]! * value(a) + weights[1]! * value(b) + weights[2]! * value(c);
      const range = (k: 'x' | 'y', size: number): [number, number] => [
        Math.max(0, Math.floor(Math.min(a[k], b[k], c[k]))),
        Math.min(size - 1, Math.ceil(Math.max(a[k], b[k], c[k]))),
      ];
      const [[left, right], [top, bottom]] = [range('x', width), range('y', height)];
      for (let y = top; y <= bottom; y++) {
        for (let x = left; x <= right; x++) {
          const drawn = SAMPLES.map((sample, s) => {
            const weights = weigh(x + sample.x, y + sample.y);
            const near = linear(weights, ({ near }) => near);
            const at = 4 * (y * width + x) + s;
            return { ...sample, at, near, seen: Math.min(...weights) > 0 && near > depths[at]! };
          }).filter(({ seen }) => seen);
          if (drawn.length === 0) continue;
          const middle = (k: 'x' | 'y'): number =>
            drawn.reduce((sum, sample) => sum + sample[k], 0) / drawn.length;
          const weights = weigh(x + middle('x'), y + middle('y'));
          const near = linear(weights, ({ near }) => near);
          const over = (value: (vertex: number) => number): number =>
            linear(weights, (corner) => value(corner.vertex) * corner.near) / near;
          const texel = readTexture(
            texture,
            over((vertex) => head.coordinates[2 * vertex]!),
            over((vertex) => head.coordinates[2 * vertex + 1]!),
          );
          const light = part.lit ? over((vertex) => head.light[vertex]!) : 1;
          const highlight = highlightOf(
            part,
            texel,
            linear(weights, ({ vertex }) => points[2 * vertex]!),
            linear(weights, ({ vertex }) => points[2 * vertex + 1]!),
          );
          for (const { at, near, threshold } of drawn) {
            if (part.alpha === 'mask' && texel[3]! + 128 - Math.round(255 * part.cutoff) < threshold)
              continue;
            const opacity = part.alpha === 'blend' ? texel[3]! / 255 : 1;
            if (part.alpha !== 'blend') depths[at] = near;
            for (let k = 0; k < 3; k++) {
              const colour = Math.min(255, texel[k]! * light + highlight[k]!);
              colours[3 * at + k] = colours[3 * at + k]! * (1 - opacity) + colour * opacity;
            }
          }
        }
      }
    }
  }
  return Float64Array.from({ length: 3 * width * height }, (_, i) => {
    const pixel = 12 * Math.floor(i / 3) + (i % 3);
    return (colours[pixel]! + colours[pixel + 3]! + colours[pixel + 6]! + colours[pixel + 9]!) / 4;
  });
}

/** Returns the light that a highlight adds to a texel at its point. */
function highlightOf(part: HeadPart, texel: readonly number[], x: number, y: number): number[] {
  const colour = shineColour(part);
  if (!colour) return [0, 0, 0];
  const square = (x + colour.shift * (texel[1]! / 255 - 0.5)) ** 2 + y * y;
  const lobe = (power: number): number => Math.max(0, 1 - (power * square) / LOBE_SHARPNESS) ** 8;
  const alpha = texel[3]! / 255;
  const moist = Math.max(0, (alpha - MOIST.from) / (1 - MOIST.from)) * MOIST.strength;
  const bright = colour.byAlpha
    ? alpha * lobe(colour.power) + moist * lobe(MOIST.power * colour.power)
    : lobe(colour.power);
  return colour.added.map((level, k) => bright * (level + colour.tint * texel[k]!));
}

/** Bilinear, texel centres at halves. */
function readTexture({ width, height, pixels, repeats }: HeadTexture, u: number, v: number): number[] {
  const wrap = (i: number, size: number): number =>
    repeats ? ((i % size) + size) % size : Math.min(Math.max(i, 0), size - 1);
  const x = (repeats ? u : Math.min(Math.max(u, 0), 1)) * width - 0.5;
  const y = (repeats ? v : Math.min(Math.max(v, 0), 1)) * height - 0.5;
  const at = (column: number, row: number, k: number): number =>
    pixels[4 * (wrap(row, height) * width + wrap(column, width)) + k]!;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - left, y - top];
  return [0, 1, 2, 3].map(
    (k) =>
      (at(left, top, k) * (1 - fx) + at(left + 1, top, k) * fx) * (1 - fy) +
      (at(left, top + 1, k) * (1 - fx) + at(left + 1, top + 1, k) * fx) * fy,
  );
}
