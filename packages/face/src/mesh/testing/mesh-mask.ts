import { type FaceFrame, faceFrameOf, toFaceFrame } from '../../tracking/face-frame.js';
import type { TrackedFace } from '../../tracking/face-track.js';
import { COLUMNS, createMouthSheets, layMouthSheets, RINGS } from '../mouth-sheet.js';
import type { PreparedMesh, PreparedStill } from '../prepared-mesh.js';

/**
 * Returns the mask of pixels that a renderer may change for this face in any pose: [height x width], 1 or 0,
 * whole chroma samples. All other pixels stay bit-identical.
 */
export function meshMask({ width, height, mouth, still }: PreparedMesh, { points }: TrackedFace): Uint8Array {
  const mask = new Uint8Array(width * height);
  const shown = still ? still.points : points;
  const frame = faceFrameOf(shown);
  const margin = Math.max(1, GIVES_WAY * mouth.width * frame.scale);
  fillPolygon(outlineOf(shown, frame), margin, mask, width, height);
  if (still) fillMoving(still, mask, width, height);
  return mask;
}

/** Share of the mouth width by which skin may be pushed over a dent in the outline, next to the nose. */
const GIVES_WAY = 0.07;

/** The outermost ring of the sheets, x and y in pixels: the part that never moves. */
function outlineOf(points: Float32Array, frame: FaceFrame): Float32Array {
  const face = new Float32Array(points.length);
  toFaceFrame(points, frame, face);
  const sheets = createMouthSheets();
  layMouthSheets(face, sheets);
  const last = (RINGS - 1) * COLUMNS;
  const outline = new Float32Array(4 * COLUMNS);
  for (let column = 0; column < COLUMNS; column++) {
    outline.set(inPicture(sheets.upper, last + column, frame), 2 * column);
    outline.set(inPicture(sheets.lower, last + COLUMNS - 1 - column, frame), 2 * (COLUMNS + column));
  }
  return outline;
}

function inPicture(sheet: Float32Array, vertex: number, { origin, scale, ax, ay, az }: FaceFrame): number[] {
  const [x, y, z] = sheet.subarray(3 * vertex, 3 * vertex + 3);
  return [0, 1].map((k) => origin[k]! + scale * (x! * ax[k]! + y! * ay[k]! + z! * az[k]!));
}

/** Every sample of colour (2 x 2 pixels) that the polygon reaches, and `margin` pixels around it. */
function fillPolygon(
  outline: Float32Array,
  margin: number,
  mask: Uint8Array,
  width: number,
  height: number,
): void {
  const corners = outline.length / 2;
  for (let y = 0.25 - Math.ceil(margin); y < height + margin; y += 0.5) {
    const crossings: number[] = [];
    for (let i = 0, j = corners - 1; i < corners; j = i++) {
      const [xi, yi, xj, yj] = [outline[2 * i]!, outline[2 * i + 1]!, outline[2 * j]!, outline[2 * j + 1]!];
      if (yi > y !== yj > y) crossings.push(xi + ((y - yi) * (xj - xi)) / (yj - yi));
    }
    crossings.sort((a, b) => a - b);
    for (let k = 0; k + 1 < crossings.length; k += 2)
      fillRectangle(
        mask,
        width,
        height,
        crossings[k]! - margin,
        y - margin,
        crossings[k + 1]! + margin,
        y + margin,
      );
  }
}

function fillMoving({ grid }: PreparedStill, mask: Uint8Array, width: number, height: number): void {
  const { columns, rows, step, head, body, brows } = grid;
  const moves = (at: number): boolean =>
    head[at] !== 0 || body[at] !== 0 || brows.some((brow) => brow[at] !== 0);
  for (let row = 0; row + 1 < rows; row++)
    for (let column = 0; column + 1 < columns; column++) {
      const at = row * columns + column;
      if (moves(at) || moves(at + 1) || moves(at + columns) || moves(at + columns + 1))
        fillRectangle(mask, width, height, column * step, row * step, (column + 1) * step, (row + 1) * step);
    }
}

function fillRectangle(
  mask: Uint8Array,
  width: number,
  height: number,
  left: number,
  top: number,
  right: number,
  bottom: number,
): void {
  const first = Math.max(0, Math.floor(left) & ~1);
  const end = Math.min(width, (Math.ceil(right) + 1) & ~1);
  const below = Math.min(height, (Math.ceil(bottom) + 1) & ~1);
  if (end <= first) return;
  for (let row = Math.max(0, Math.floor(top) & ~1); row < below; row++)
    mask.fill(1, row * width + first, row * width + end);
}
