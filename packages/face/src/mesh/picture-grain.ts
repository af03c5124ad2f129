import { type Frame, planesOf } from '../picture/frame.js';
import { LEFT_EYE, RIGHT_EYE } from '../tracking/face-geometry.js';
import { CHEEKS } from './mouth-landmarks.js';

/** Half the side of the squares on the cheeks that are looked at, in pixels. */
const REACH = 6;
/** Bytes: more is texture of the skin (freckles, stubble), no noise. */
const MAX_GRAIN = 2.5;
/** Pixels. */
const MIN_SOFTNESS = 0.7;
const MAX_SOFTNESS = 4;

/**
 * The noise of a picture in bytes of Y, from the calmer half of the squares on the cheeks. The difference of two Laplacians and
 * the factor: Immerkaer, "Fast Noise Variance Estimation", Computer Vision and Image Understanding 64 (1996).
 */
export function measureGrain(frame: Frame, points: Float32Array): number {
  const { width, height } = frame;
  const { y } = planesOf(frame);
  const noise = CHEEKS.flatMap((point) => {
    const x0 = Math.floor(points[3 * point]!);
    const y0 = Math.floor(points[3 * point + 1]!);
    if (x0 <= REACH || y0 <= REACH || x0 >= width - 1 - REACH || y0 >= height - 1 - REACH) return [];
    let sum = 0;
    for (let row = y0 - REACH; row <= y0 + REACH; row++)
      for (let column = x0 - REACH; column <= x0 + REACH; column++) {
        const at = row * width + column;
        const line = (k: number): number => y[k - 1]! - 2 * y[k]! + y[k + 1]!;
        sum += Math.abs(line(at - width) - 2 * line(at) + line(at + width));
      }
    return [(Math.sqrt(Math.PI / 2) * sum) / 6 / (2 * REACH + 1) ** 2];
  }).sort((a, b) => a - b);
  return Math.min(MAX_GRAIN, noise[noise.length >> 2] ?? 0);
}

/**
 * How soft a picture is, in pixels, from the eyes, which have the hardest edges of a face: a step of height h, blurred by a
 * Gaussian of deviation s, is h / (s sqrt(2 pi)) steep.
 */
export function measureSoftness(frame: Frame, points: Float32Array): number {
  const soft = [RIGHT_EYE, LEFT_EYE].map((eye) => softnessWithin(frame, points, eye));
  return Math.max(MIN_SOFTNESS, Math.min(MAX_SOFTNESS, ...soft));
}

function softnessWithin(frame: Frame, points: Float32Array, ring: readonly number[]): number {
  const { width, height } = frame;
  const { y } = planesOf(frame);
  const xs = ring.map((point) => points[3 * point]!);
  const ys = ring.map((point) => points[3 * point + 1]!);
  const lights: number[] = [];
  const slopes: number[] = [];
  for (
    let row = Math.max(1, Math.floor(Math.min(...ys)) - 1);
    row < Math.min(height - 1, Math.max(...ys) + 1);
    row++
  )
    for (
      let column = Math.max(1, Math.floor(Math.min(...xs)));
      column < Math.min(width - 1, Math.max(...xs));
      column++
    ) {
      const at = row * width + column;
      lights.push(y[at]!);
      slopes.push(Math.hypot(y[at + 1]! - y[at - 1]!, y[at + width]! - y[at - width]!) / 2);
    }
  if (lights.length === 0) return MIN_SOFTNESS;
  const high = (values: number[], share: number): number =>
    values.sort((a, b) => a - b)[Math.floor(share * (values.length - 1))]!;
  const step = high(lights, 0.95) - high(lights, 0.05);
  return step / Math.max(1, high(slopes, 0.98)) / Math.sqrt(2 * Math.PI);
}
