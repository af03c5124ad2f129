import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFrame, type Frame, planesOf } from '../image/frame.js';
import { visemeShapes } from '../timeline/mouth/mouth-shapes.js';
import type { FaceModels } from '../tracking/face-models.js';
import type { TrackedFace } from '../tracking/face-track.js';
import { openTestModels } from '../tracking/testing/portraits.js';
import { createMeshRenderer } from './mesh-renderer.js';
import { prepareStill } from './prepare-still.js';
import type { PreparedMesh } from './prepared-mesh.js';
import { meshMask } from './testing/mesh-mask.js';
import { copyOf, openingIn, poseOf, readPortrait } from './testing/speaking-face.js';

const LIVELY = { yaw: 4, pitch: -3, roll: 2, breath: 1 } as const;

describe('mesh renderer', () => {
  let models: FaceModels;
  let frame: Frame;
  let face: TrackedFace;
  let still: PreparedMesh;
  let clip: PreparedMesh;

  beforeAll(async () => {
    models = await openTestModels();
    ({ frame, face } = await readPortrait(models, 'ada', 512));
    still = await prepareStill(models, frame, face);
    const { still: _, ...rest } = still;
    clip = rest;
  });
  afterAll(() => models.close());

  const rendered = (prepared: PreparedMesh, ...pose: Parameters<typeof poseOf>): Frame => {
    const out = copyOf(frame);
    createMeshRenderer(prepared).render(out, face, poseOf(...pose));
    return out;
  };

  it('changes nothing outside the mask of the face', () => {
    const mask = meshMask(clip, face);
    expect(share(mask)).toBeLessThan(0.35);
    for (const shapes of [
      visemeShapes.aa,
      visemeShapes.oh,
      visemeShapes.PP,
      { jawOpen: 1, mouthSmileLeft: 1 },
    ])
      expect(changedOutside(frame, rendered(clip, shapes), mask)).toBe(0);
    const person = meshMask(still, face);
    expect(share(person)).toBeLessThan(0.9);
    for (const shapes of [visemeShapes.aa, { eyeBlinkLeft: 1, eyeBlinkRight: 1, browInnerUp: 1 }])
      expect(changedOutside(frame, rendered(still, shapes, LIVELY), person)).toBe(0);
  });

  it('leaves a clip with a closed mouth at rest alone but for a step here and there', () => {
    const out = rendered(clip, {});
    const mean =
      frame.bytes.reduce((sum, value, at) => sum + Math.abs(value - out.bytes[at]!), 0) / frame.bytes.length;
    expect(mean).toBeLessThan(0.02);
  });

  it('shows closed lips for p, b, m and in pauses, and open ones for open vowels', async () => {
    for (const prepared of [still, clip]) {
      expect(await openingIn(models, rendered(prepared, visemeShapes.PP))).toBeLessThan(0.03);
      expect(await openingIn(models, rendered(prepared, visemeShapes.sil))).toBeLessThan(0.03);
      for (const vowel of ['aa', 'E', 'oh'] as const)
        expect(await openingIn(models, rendered(prepared, visemeShapes[vowel]))).toBeGreaterThan(0.1);
    }
  });

  it('opens the mouth in proportion to the jaw', async () => {
    const weights = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7];
    const openings: number[] = [];
    for (const jawOpen of weights) openings.push(await openingIn(models, rendered(clip, { jawOpen })));
    expect(correlation(weights, openings)).toBeGreaterThan(0.98);
    expect(openings.at(-1)).toBeGreaterThan(0.25);
  });

  it('closes the eyes', () => {
    const dark = (picture: Frame): number => darkestIn(picture, face, [33, 159, 133, 145]);
    expect(dark(rendered(still, { eyeBlinkLeft: 1, eyeBlinkRight: 1 })) - dark(frame)).toBeGreaterThan(10);
  });

  it('turns the head: the nose goes further than the ears', () => {
    const out = rendered(still, {}, { yaw: 6 });
    const nose = shiftAround(frame, out, face, 1);
    const ear = shiftAround(frame, out, face, 234);
    expect(nose).toBeGreaterThan(ear + 2);
  });

  it('writes the same bytes for the same pose, whatever came before', () => {
    const pose = poseOf(visemeShapes.oh, LIVELY);
    for (const prepared of [still, clip]) {
      const renderer = createMeshRenderer(prepared);
      const first = copyOf(frame);
      renderer.render(first, face, pose);
      renderer.render(copyOf(frame), face, poseOf({ jawOpen: 1, eyeBlinkLeft: 1 }, { yaw: -8 }));
      const again = copyOf(frame);
      renderer.render(again, face, pose);
      expect(isSame(again, first)).toBe(true);
      const fresh = copyOf(frame);
      createMeshRenderer(structuredClone(prepared)).render(fresh, face, pose);
      expect(isSame(fresh, first)).toBe(true);
    }
  });

  it('passes a frame without a face through', () => {
    for (const prepared of [still, clip]) {
      const out = copyOf(frame);
      createMeshRenderer(prepared).render(out, null, poseOf(visemeShapes.aa, LIVELY));
      expect(isSame(out, frame)).toBe(true);
    }
  });

  it('refuses a frame of another size', () => {
    const other = createFrame(256, 256);
    expect(() => createMeshRenderer(clip).render(other, face, poseOf({}))).toThrow(
      'Expected a frame of 512 x 512, as prepared, received 256 x 256',
    );
  });

  it('draws faces that hang out of the picture, tiny ones and huge ones', async () => {
    for (const [scale, dx, dy] of [
      [1, -200, 0],
      [1, 210, 180],
      [1, 0, -260],
      [0.12, 20, 20],
      [2.5, -400, -500],
    ] as const) {
      const moved = face.points.map((value, k) => value * scale + (k % 3 === 0 ? dx : k % 3 === 1 ? dy : 0));
      const placed = { points: moved, presence: 1 };
      const prepared = await prepareStill(models, frame, placed);
      const { still: _, ...asClip } = prepared;
      for (const source of [prepared, asClip]) {
        const out = copyOf(frame);
        createMeshRenderer(source).render(out, placed, poseOf(visemeShapes.aa, LIVELY));
        expect([
          scale,
          dx,
          dy,
          source === prepared,
          changedOutside(frame, out, meshMask(source, placed)),
        ]).toEqual([scale, dx, dy, source === prepared, 0]);
        const y = planesOf(out).y;
        expect(y.every((value) => value >= 16 && value <= 235)).toBe(true);
      }
    }
  });

  it('leaves no hole where the mouth opens', () => {
    // Two plain images: only the painted mouth interior is identical in both.
    const [dark, light] = [90, 170].map((grey) => {
      const flat = createFrame(512, 512, new Uint8Array(frame.bytes.length).fill(128));
      planesOf(flat).y.fill(grey);
      createMeshRenderer(clip).render(flat, face, poseOf({ jawOpen: 0.7 }));
      return planesOf(flat).y;
    });
    let columns = 0;
    for (let x = 0; x < 512; x++) {
      const painted = Array.from({ length: 512 }, (_, y) => y).filter(
        (y) => dark![512 * y + x] === light![512 * y + x],
      );
      if (painted.length === 0) continue;
      columns++;
      expect(painted.at(-1)! - painted[0]! + 1).toBe(painted.length);
    }
    expect(columns).toBeGreaterThan(50);
  });
});

function isSame(one: Frame, other: Frame): boolean {
  return Buffer.from(one.bytes).equals(other.bytes);
}

function share(mask: Uint8Array): number {
  return mask.reduce((sum, value) => sum + value, 0) / mask.length;
}

/** Counts samples of all planes that differ although none of their pixels is in the mask. */
function changedOutside(before: Frame, after: Frame, mask: Uint8Array): number {
  const { width, height } = before;
  const [one, other] = [planesOf(before), planesOf(after)];
  let count = 0;
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const at = row * width + column;
      if (mask[at] === 1) continue;
      const sample = ((row >> 1) * width) / 2 + (column >> 1);
      if (one.y[at] !== other.y[at] || one.u[sample] !== other.u[sample] || one.v[sample] !== other.v[sample])
        count++;
    }
  return count;
}

function correlation(xs: readonly number[], ys: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
  const [mx, my] = [mean(xs), mean(ys)];
  const sum = (f: (i: number) => number): number => xs.reduce((total, _, i) => total + f(i), 0);
  return (
    sum((i) => (xs[i]! - mx) * (ys[i]! - my)) /
    Math.sqrt(sum((i) => (xs[i]! - mx) ** 2) * sum((i) => (ys[i]! - my) ** 2))
  );
}

/** The darkest pixel in the box around some points of the face: a pupil, if one is seen. */
function darkestIn(picture: Frame, { points }: TrackedFace, around: readonly number[]): number {
  const xs = around.map((point) => points[3 * point]!);
  const ys = around.map((point) => points[3 * point + 1]!);
  const { y } = planesOf(picture);
  let darkest = 255;
  for (let row = Math.ceil(Math.min(...ys)); row < Math.max(...ys); row++)
    for (let column = Math.ceil(Math.min(...xs)); column < Math.max(...xs); column++)
      darkest = Math.min(darkest, y[row * picture.width + column]!);
  return darkest;
}

/**
 * Returns the shift of the area around a point to the right, in pixels: the shift with the smallest
 * difference.
 */
function shiftAround(before: Frame, after: Frame, { points }: TrackedFace, point: number): number {
  const x = Math.round(points[3 * point]!);
  const y = Math.round(points[3 * point + 1]!);
  const [one, other] = [planesOf(before).y, planesOf(after).y];
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let shift = -12; shift <= 12; shift++) {
    let difference = 0;
    for (let dy = -14; dy <= 14; dy++)
      for (let dx = -14; dx <= 14; dx++)
        difference += Math.abs(
          one[(y + dy) * before.width + x + dx]! - other[(y + dy) * before.width + x + dx + shift]!,
        );
    if (difference < least) {
      least = difference;
      best = shift;
    }
  }
  return best;
}
