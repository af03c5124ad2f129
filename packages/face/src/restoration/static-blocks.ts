import { type Affine, applyAffine, composeAffine, invertAffine } from '../image/affine.js';
import { createFrame, type Frame, type Planes, planesOf } from '../image/frame.js';

/** Reuses the restoration of blocks that are copies of the previous frame, moved by whole pixels. */
export interface StaticBlocks {
  /** Must be called before the faces of a frame are restored. */
  begin(frame: Frame): void;
  /**
   * Copies blocks around one face in `into`, which is `upscale` times as large as the frame. `now` and
   * `before` (null if the face was not there) transform a unit square to the frame.
   */
  keep(into: Frame, now: Affine, before: Affine | null): void;
  /** Must be called after all faces. */
  end(into: Frame): void;
}

/** Side of a block in samples. Encoders copy blocks of 8 or 16. */
const BLOCK = 8;
/**
 * Tolerances for equality after deblocking filters: the mean difference of a block in brightness or one
 * colour, and the maximum difference of a sample, in steps.
 */
const SAME_MEAN = 0.1;
const SAME_MOST = 1;
/** Search range around the motion of the face in pixels. */
const AROUND = 1;

/** Planes of a frame and the previous frame, before and after restoration. */
interface FourPlanes {
  readonly came: Planes;
  readonly before: Planes;
  readonly into: Planes;
  readonly madeBefore: Planes;
}

export function createStaticBlocks(width: number, height: number, upscale: 1 | 2): StaticBlocks {
  let came = createFrame(width, height);
  let cameBefore = createFrame(width, height);
  const madeBefore = createFrame(upscale * width, upscale * height);
  let frames = 0;

  const keepBlock = (planes: FourPlanes, left: number, top: number, dx: number, dy: number): boolean => {
    const { came, before, into, madeBefore } = planes;
    if (!isSame(came.y, before.y, width, left, top, dx, dy, BLOCK)) return false;
    copyBlock(
      into.y,
      madeBefore.y,
      upscale * width,
      upscale * left,
      upscale * top,
      upscale * dx,
      upscale * dy,
      upscale * BLOCK,
    );
    // Chroma moves by whole samples only if luma moves by multiples of two.
    if (dx % 2 !== 0 || dy % 2 !== 0) return true;
    const side = BLOCK / 2;
    for (const plane of ['u', 'v'] as const)
      if (isSame(came[plane], before[plane], width / 2, left / 2, top / 2, dx / 2, dy / 2, side))
        copyBlock(
          into[plane],
          madeBefore[plane],
          (upscale * width) / 2,
          (upscale * left) / 2,
          (upscale * top) / 2,
          (upscale * dx) / 2,
          (upscale * dy) / 2,
          upscale * side,
        );
    return true;
  };

  return {
    begin: (frame) => {
      [came, cameBefore] = [cameBefore, came];
      came.bytes.set(frame.bytes);
      frames++;
    },
    keep: (into, now, before) => {
      if (frames < 2 || before === null) return;
      const planes = {
        came: planesOf(came),
        before: planesOf(cameBefore),
        into: planesOf(into),
        madeBefore: planesOf(madeBefore),
      };
      const back = composeAffine(before, invertAffine(now));
      const corners = [0, 1].flatMap((x) => [0, 1].map((y) => applyAffine(now, { x, y })));
      const start = (values: number[]): number =>
        BLOCK * Math.max(0, Math.floor(Math.min(...values) / BLOCK));
      const end = (values: number[], most: number): number => Math.min(most - BLOCK, Math.max(...values));
      const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
      for (let top = start(ys); top <= end(ys, height); top += BLOCK)
        for (let left = start(xs); left <= end(xs, width); left += BLOCK) {
          const middle = { x: left + BLOCK / 2, y: top + BLOCK / 2 };
          const from = applyAffine(back, middle);
          const shifts = shiftsAround(Math.round(from.x - middle.x), Math.round(from.y - middle.y));
          for (const [dx, dy] of shifts) {
            if (left + dx < 0 || top + dy < 0 || left + dx + BLOCK > width || top + dy + BLOCK > height)
              continue;
            if (keepBlock(planes, left, top, dx, dy)) break;
          }
        }
    },
    end: (into) => madeBefore.bytes.set(into.bytes),
  };
}

/** Returns shifts with the nearest first, and finally no shift, for the still background behind a face. */
function shiftsAround(x: number, y: number): [number, number][] {
  const shifts: [number, number][] = [[x, y]];
  for (let dy = -AROUND; dy <= AROUND; dy++)
    for (let dx = -AROUND; dx <= AROUND; dx++) if (dx !== 0 || dy !== 0) shifts.push([x + dx, y + dy]);
  shifts.push([0, 0]);
  return shifts;
}

function isSame(
  one: Uint8Array,
  other: Uint8Array,
  width: number,
  left: number,
  top: number,
  dx: number,
  dy: number,
  side: number,
): boolean {
  const allowed = SAME_MEAN * side * side;
  let sum = 0;
  for (let row = 0; row < side; row++) {
    const at = (top + row) * width + left;
    const from = at + dy * width + dx;
    for (let x = 0; x < side; x++) {
      const difference = Math.abs(one[at + x]! - other[from + x]!);
      if (difference > SAME_MOST) return false;
      sum += difference;
    }
    if (sum > allowed) return false;
  }
  return true;
}

function copyBlock(
  to: Uint8Array,
  from: Uint8Array,
  width: number,
  left: number,
  top: number,
  dx: number,
  dy: number,
  side: number,
): void {
  for (let row = top; row < top + side; row++) {
    const start = (row + dy) * width + left + dx;
    to.set(from.subarray(start, start + side), row * width + left);
  }
}
