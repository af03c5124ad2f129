import { beforeAll, describe, expect, it } from 'vitest';
import { blurPlane } from '../image/blurred-plane.js';
import { createFrame, type Frame, planesOf } from '../image/frame.js';
import { openTestModels, seededRandom } from '../tracking/testing/portraits.js';
import { measureGrain, measureSoftness } from './mouth-colours.js';
import { copyOf, readPortrait } from './testing/speaking-face.js';

describe('the grain of a picture', () => {
  let frame: Frame;
  let points: Float32Array;

  beforeAll(async () => {
    const models = await openTestModels();
    const portrait = await readPortrait(models, 'ada', 512);
    frame = portrait.frame;
    points = portrait.face.points;
    await models.close();
  });

  it('is the deviation of the noise that was added', () => {
    expect(measureGrain(frame, points)).toBeLessThan(0.8);
    for (const deviation of [1.2, 2]) {
      const noisy = copyOf(frame);
      const { y } = planesOf(noisy);
      const random = seededRandom(5);
      for (let at = 0; at < y.length; at++)
        y[at] = Math.round(y[at]! + 2 * deviation * (random() + random() + random() - 1.5));
      expect(measureGrain(noisy, points)).toBeGreaterThan(0.8 * deviation);
      expect(measureGrain(noisy, points)).toBeLessThan(1.3 * deviation);
    }
  });

  it('grows softer as the picture is blurred', () => {
    const sharp = measureSoftness(frame, points);
    expect(sharp).toBeLessThan(1.3);
    const soft = [1, 2, 3].map((radius) => measureSoftness(blurred(frame, radius), points));
    // A mean over 2 r + 1 values, twice.
    for (const [i, value] of soft.entries()) {
      const radius = i + 1;
      const expected = Math.hypot(sharp, Math.sqrt((2 * ((2 * radius + 1) ** 2 - 1)) / 12));
      expect(value / expected).toBeGreaterThan(0.7);
      expect(value / expected).toBeLessThan(1.4);
    }
  });

  it('says nothing of a face that hangs out of the picture', () => {
    const away = points.map((value, k) => (k % 3 === 0 ? value - 5000 : value));
    expect(measureGrain(frame, away)).toBe(0);
    expect(measureSoftness(frame, away)).toBe(0.7);
  });
});

function blurred({ width, height, bytes }: Frame, radius: number): Frame {
  const out = createFrame(width, height, bytes.slice());
  const { y } = planesOf(out);
  const values = Float32Array.from(y);
  for (let pass = 0; pass < 2; pass++) blurPlane(values, width, height, radius);
  y.set(values.map((value) => Math.round(value)));
  return out;
}
