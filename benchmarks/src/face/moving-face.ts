import { createFrame, type Frame, planesOf } from '@anima/face';

/**
 * Maps a pixel of a frame to its position on the still of the clip: (x, y) to (a x - d y + c, d x + a y + f).
 */
export interface Motion {
  readonly a: number;
  readonly d: number;
  readonly c: number;
  readonly f: number;
}

type MotionOf = (time: number, centre: { x: number; y: number }, zoom: number, side: number) => Motion;

/**
 * Camera movements over a still. Movements by whole pixels retain pixel values, movements by half pixels
 * interpolate, and a zoom resamples each frame differently.
 */
export const CAMERAS: Readonly<Record<string, MotionOf>> = {
  still: (_, centre, __, side) => panned(centre, side, 0, 0),
  'whole pixels': (time, centre, _, side) => panned(centre, side, swing(time), swing(time) >> 1),
  'half pixels': (time, centre, _, side) => panned(centre, side, swing(time) / 2, swing(time) / 4),
  zoomed: (time, { x, y }, zoom, side) => {
    const a = zoom * (1 - 0.004 * time);
    return { a, d: 0, c: x - (a * side) / 2, f: y - (a * side) / 2 };
  },
};

/** Offset in pixels: twelve pixels to the right and back. */
function swing(time: number): number {
  const phase = time % 24;
  return phase < 12 ? phase : 24 - phase;
}

function panned({ x, y }: { x: number; y: number }, side: number, right: number, down: number): Motion {
  return { a: 1, d: 0, c: Math.round(x - side / 2) - 6 + right, f: Math.round(y - side / 2) - 3 + down };
}

/**
 * Slow head movement of a person who talks: turns by 3 degrees, approaches by 4 % and drifts by a tenth of
 * the head's size.
 */
export const motionAt: MotionOf = (time, centre, zoom, side) => {
  const scale = zoom * (1 + 0.04 * Math.sin(time / 17));
  const turn = 0.06 * Math.sin(time / 11);
  const x = centre.x + zoom * side * 0.05 * Math.sin(time / 9);
  const y = centre.y + zoom * side * 0.03 * Math.sin(time / 7);
  const a = scale * Math.cos(turn);
  const d = scale * Math.sin(turn);
  return { a, d, c: x - ((a - d) * side) / 2, f: y - ((a + d) * side) / 2 };
};

export function drawFrame(still: Frame, motion: Motion, side: number): Frame {
  const frame = createFrame(side, side);
  const [from, to] = [planesOf(still), planesOf(frame)];
  const half: Motion = { ...motion, c: motion.c / 2, f: motion.f / 2 };
  fill(to.y, side, (x, y) => bicubic(from.y, still.width, still.height, ...place(motion, x, y)));
  for (const plane of ['u', 'v'] as const)
    fill(to[plane], side / 2, (x, y) =>
      bicubic(from[plane], still.width / 2, still.height / 2, ...place(half, x, y)),
    );
  return frame;
}

/**
 * Returns the mean absolute change of brightness, in levels, between consecutive frames at the same position
 * of the face. Each frame is moved by the known motion (bicubic) before it is compared with the next.
 * `inside` selects the pixels of the still that belong to the face. Resampling itself causes a value above 0,
 * so measure an unprocessed clip for comparison.
 */
export function flicker(
  frames: readonly Frame[],
  motions: readonly Motion[],
  inside: (x: number, y: number) => boolean,
): number {
  let [sum, count] = [0, 0];
  for (let time = 5; time < frames.length; time++) {
    const { width: side, bytes } = frames[time]!;
    const before = planesOf(frames[time - 1]!).y;
    for (let at = 0; at < side * side; at++) {
      const [x, y] = place(motions[time]!, (at % side) + 0.5, Math.floor(at / side) + 0.5);
      if (!inside(x, y)) continue;
      sum += Math.abs(bytes[at]! - bicubic(before, side, side, ...back(motions[time - 1]!, x, y)));
      count++;
    }
  }
  return sum / count;
}

export function place({ a, d, c, f }: Motion, x: number, y: number): [number, number] {
  return [a * x - d * y + c, d * x + a * y + f];
}

function back({ a, d, c, f }: Motion, x: number, y: number): [number, number] {
  const area = a * a + d * d;
  return [(a * (x - c) + d * (y - f)) / area, (a * (y - f) - d * (x - c)) / area];
}

function fill(plane: Uint8Array, side: number, value: (x: number, y: number) => number): void {
  for (let at = 0; at < plane.length; at++)
    plane[at] = Math.max(0, Math.min(255, value((at % side) + 0.5, Math.floor(at / side) + 0.5) + 0.5));
}

/** Interpolates with Keys' cubic convolution. Beyond the edge, the last pixels are repeated. */
function bicubic(plane: Uint8Array, width: number, height: number, atX: number, atY: number): number {
  const [x, y] = [Math.floor(atX - 0.5), Math.floor(atY - 0.5)];
  const [wx, wy] = [cubic(atX - 0.5 - x), cubic(atY - 0.5 - y)];
  let sum = 0;
  for (let row = 0; row < 4; row++)
    for (let column = 0; column < 4; column++) {
      const line = Math.max(0, Math.min(height - 1, y - 1 + row)) * width;
      sum += wy[row]! * wx[column]! * plane[line + Math.max(0, Math.min(width - 1, x - 1 + column))]!;
    }
  return sum;
}

function cubic(t: number): number[] {
  const near = (away: number): number => (1.5 * away - 2.5) * away * away + 1;
  const far = (away: number): number => ((2.5 - 0.5 * away) * away - 4) * away + 2;
  return [far(1 + t), near(t), near(1 - t), far(2 - t)];
}
