import type { HeadTexture } from './head.js';

/** Of each vertex: a factor and what is added to red, green and blue (0 to 255). */
export type Paint = Float32Array;
export const PAINT_VALUES = 4;

/**
 * Paints into a texture what is known at vertices: texel = texel x factor + colour, linear across each triangle, where the
 * triangle lies in the texture. Texels half a texel outside are painted too, so that filtering finds no unpainted edge; each
 * texel once. `coordinates` and `paint` are those of the whole head.
 */
export function paintTexture(
  { width, height, pixels }: HeadTexture,
  coordinates: Float32Array,
  triangles: Uint32Array,
  paint: Paint,
): void {
  const done = new Uint8Array(width * height);
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [...triangles.subarray(t, t + 3)];
    if (corners.every((vertex) => leavesAsIs(paint, vertex))) continue;
    const xs = corners.map((vertex) => coordinates[2 * vertex]! * width - 0.5);
    const ys = corners.map((vertex) => coordinates[2 * vertex + 1]! * height - 0.5);
    const [x0, x1, x2] = xs as [number, number, number];
    const [y0, y1, y2] = ys as [number, number, number];
    const area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
    if (area === 0) continue;
    const slack =
      (Math.max(...xs) - Math.min(...xs) + Math.max(...ys) - Math.min(...ys)) / (2 * Math.abs(area));
    const top = Math.max(0, Math.floor(Math.min(...ys)));
    const bottom = Math.min(height - 1, Math.ceil(Math.max(...ys)));
    const left = Math.max(0, Math.floor(Math.min(...xs)));
    const right = Math.min(width - 1, Math.ceil(Math.max(...xs)));
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const b = ((x - x0) * (y2 - y0) - (x2 - x0) * (y - y0)) / area;
        const c = ((x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)) / area;
        if (b < -slack || c < -slack || b + c > 1 + slack || done[y * width + x]) continue;
        done[y * width + x] = 1;
        blend(pixels, 4 * (y * width + x), paint, corners, b, c);
      }
    }
  }
}

function leavesAsIs(paint: Paint, vertex: number): boolean {
  const at = PAINT_VALUES * vertex;
  return paint[at] === 1 && paint[at + 1] === 0 && paint[at + 2] === 0 && paint[at + 3] === 0;
}

function blend(pixels: Uint8Array, at: number, paint: Paint, corners: number[], b: number, c: number): void {
  const value = (k: number): number =>
    paint[PAINT_VALUES * corners[0]! + k]! * (1 - b - c) +
    paint[PAINT_VALUES * corners[1]! + k]! * b +
    paint[PAINT_VALUES * corners[2]! + k]! * c;
  const factor = value(0);
  for (let k = 0; k < 3; k++)
    pixels[at + k] = Math.max(0, Math.min(255, Math.round(pixels[at + k]! * factor + value(k + 1))));
}
