import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Affine, applyAffine, composeAffine, invertAffine } from '../image/affine.js';
import { rgbToFrame } from '../image/rgb-frame.js';
import type { FaceModels } from '../tracking/face-models.js';
import { findFaces } from '../tracking/find-faces.js';
import {
  addNoise,
  drawMoved,
  loadSource,
  moveBy,
  openTestModels,
  portraitPath,
  type SourcePicture,
  seededRandom,
} from '../tracking/testing/portraits.js';
import { createPatchRegistration } from './patch-registration.js';
import { createSteadyCrop, createSteadyMotion } from './steady-crop.js';

const SIZE = 256;
let models: FaceModels;
let source: SourcePicture;
let points: Float32Array;

beforeAll(async () => {
  models = await openTestModels();
  source = await loadSource(await portraitPath('leo'), 512);
  const [face] = await findFaces(models, rgbToFrame(source.rgb, 512, 512));
  points = face!.points;
});
afterAll(() => models?.close());

const motionAt = (time: number): Affine =>
  moveBy(512, SIZE, { x: 6 * Math.sin(time / 6), y: 0.5 * time, turn: 0.05 * Math.sin(time / 8) });

/** The points where they belong, trembling by so many pixels together, as a tracker's do. */
function pointsAt(time: number, tremble: number, random: () => number): Float32Array {
  const [dx, dy] = [tremble * (2 * random() - 1), tremble * (2 * random() - 1)];
  const moved = points.slice();
  for (let at = 0; at < moved.length; at += 3) {
    const { x, y } = applyAffine(motionAt(time), { x: moved[at]!, y: moved[at + 1]! });
    moved[at] = x + dx;
    moved[at + 1] = y + dy;
    moved[at + 2]! *= SIZE / 512;
  }
  return moved;
}

describe('createSteadyCrop', () => {
  it('goes with the picture and not with points that tremble', () => {
    const random = seededRandom(5);
    const crop = createSteadyCrop({ crop: 'close', inputSize: 128, upscale: 1 });
    let before: Affine | null = null;
    let [jitter, counted] = [0, 0];
    for (let time = 0; time < 20; time++) {
      const rgb = drawMoved(source, motionAt(time), SIZE, SIZE);
      const frame = rgbToFrame(addNoise(rgb, 4, seededRandom(time)), SIZE, SIZE);
      const { toFrame, fresh } = crop(frame, pointsAt(time, 1, random));
      expect(fresh).toBe(time === 0);
      // Position of the crop on the portrait, which is constant if the crop follows the head.
      const onHead = composeAffine(invertAffine(motionAt(time)), toFrame);
      if (before !== null && time > 4) {
        const [one, other] = [onHead, before].map((place) => applyAffine(place, { x: 0.5, y: 0.5 }));
        jitter += (Math.hypot(one!.x - other!.x, one!.y - other!.y) * SIZE) / 512;
        counted++;
      }
      before = onHead;
    }
    // The points alone: a pixel and more from frame to frame.
    expect(jitter / counted).toBeLessThan(0.2);
  });
});

describe('createPatchRegistration', () => {
  it('finds a small shift, turn and growth', () => {
    const size = 64;
    const at = (x: number, y: number): number =>
      0.5 + 0.2 * Math.sin(9 * x + 3 * y) + 0.2 * Math.cos(8 * y - 4 * x);
    const picture = (place: Affine): Float32Array =>
      Float32Array.from({ length: size * size }, (_, i) => {
        const p = applyAffine(place, {
          x: ((i % size) + 0.5) / size,
          y: (Math.floor(i / size) + 0.5) / size,
        });
        return at(p.x, p.y);
      });
    const offset: Affine = { a: 1.006, b: -0.004, c: 0.005, d: 0.004, e: 1.006, f: -0.006 };
    const still: Affine = { a: 1, b: 0, c: 0, d: 0, e: 1, f: 0 };
    const weights = new Float32Array(size * size).fill(1);
    const found = createPatchRegistration(size).register(picture(still), picture(offset), weights);
    const both = composeAffine(offset, found);
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f'] as const) expect(both[key]).toBeCloseTo(still[key], 3);
    const none = createPatchRegistration(size).register(picture(still), picture(offset), weights.fill(0));
    expect(none).toEqual(still);
  });
});

describe('createSteadyMotion', () => {
  const at = (x: number): Affine => ({ a: 100, b: 0, c: x, d: 0, e: 100, f: 20 });

  it('takes half of a tremble away and follows what moves evenly without lag', () => {
    const random = seededRandom(9);
    const motion = createSteadyMotion();
    let [tremble, left, last] = [0, 0, 0];
    for (let time = 0; time < 80; time++) {
      const off = 0.2 * (2 * random() - 1);
      last = motion.take(at(2 * time + off)).c - 2 * time;
      if (time > 10) {
        tremble += off * off;
        left += last * last;
      }
    }
    expect(left).toBeLessThan(0.8 * tremble);
    for (let time = 80; time < 100; time++) last = motion.take(at(2 * time)).c - 2 * time;
    expect(Math.abs(last)).toBeLessThan(0.05);
  });

  it('follows a jump at once', () => {
    const motion = createSteadyMotion();
    motion.take(at(0));
    expect(motion.take(at(30)).c).toBeCloseTo(30, 5);
    motion.reset();
    expect(motion.predict()).toBeNull();
  });
});
