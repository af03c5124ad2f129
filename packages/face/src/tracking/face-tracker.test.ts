import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Affine, applyAffine } from '../image/affine.js';
import type { Frame } from '../image/frame.js';
import { rgbToFrame } from '../image/rgb-frame.js';
import { LOWER_FACE } from './face-geometry.js';
import { cropOfPoints, type FaceCrop } from './face-mesh.js';
import type { FaceModels } from './face-models.js';
import { LANDMARKS } from './face-track.js';
import { createFaceTracker, type FaceTracker } from './face-tracker.js';
import { findFaces } from './find-faces.js';
import {
  addNoise,
  drawMoved,
  drawOnto,
  loadSource,
  moveBy,
  openTestModels,
  portraitPath,
  type SourcePicture,
  seededRandom,
} from './testing/portraits.js';

const SIDE = 256;
const FPS = 25;
let models: FaceModels;
let ada: SourcePicture;
let leo: SourcePicture;
beforeAll(async () => {
  models = await openTestModels();
  ada = await loadSource(await portraitPath('ada'), SIDE);
  leo = await loadSource(await portraitPath('leo'), SIDE);
});
afterAll(() => models?.close());

const random = seededRandom(12);
const frameOf = (rgb: Uint8Array, noise = 1.5): Frame => rgbToFrame(addNoise(rgb, noise, random), SIDE, SIDE);
const still = (source: SourcePicture): Frame => frameOf(source.rgb);
const grey = (): Frame => frameOf(new Uint8Array(3 * SIDE * SIDE).fill(128));

/** Both on one picture; sizes are parts of it, places of the middle too. */
interface Placed {
  readonly source: SourcePicture;
  readonly size: number;
  readonly x: number;
  readonly y?: number;
}
function together(...people: readonly Placed[]): Frame {
  const rgb = new Uint8Array(3 * SIDE * SIDE).fill(128);
  for (const { source, size, x, y = 0.5 } of people)
    drawOnto(
      rgb,
      SIDE,
      SIDE,
      source,
      moveBy(SIDE, SIDE, { x: (x - 0.5) * SIDE, y: (y - 0.5) * SIDE, scale: size }),
    );
  return frameOf(rgb);
}

/** The face's crop in each frame. */
async function follow(tracker: FaceTracker, frames: readonly Frame[]): Promise<(FaceCrop | null)[]> {
  const crops: (FaceCrop | null)[] = [];
  for (const frame of frames) {
    const face = await tracker.next(frame);
    crops.push(face === null ? null : cropOfPoints(face.points));
  }
  return crops;
}
const times = (count: number, frame: (i: number) => Frame): Frame[] =>
  Array.from({ length: count }, (_, i) => frame(i));

describe('a face that moves', () => {
  /** Seconds of a talk: sway, a fast turn aside, a nod, a step closer. */
  const paths: readonly [string, (seconds: number) => Affine][] = [
    [
      'sways',
      (t) =>
        moveBy(SIDE, SIDE, {
          x: 9 * Math.sin(2.6 * t),
          y: 4 * Math.sin(4.4 * t),
          turn: 0.05 * Math.sin(2 * t),
        }),
    ],
    ['jumps aside', (t) => moveBy(SIDE, SIDE, { x: t < 0.4 ? 0 : Math.min(24, 90 * (t - 0.4)) })],
    ['comes closer', (t) => moveBy(SIDE, SIDE, { scale: 1 + 0.25 * t })],
  ];
  it.each(paths)('%s: within 1 % of its width, a third of a frame behind at most', async (_, path) => {
    const [reference] = await findFaces(models, rgbToFrame(ada.rgb, SIDE, SIDE));
    const width = cropOfPoints(reference!.points).side / 1.5;
    const tracker = createFaceTracker(models, { fps: FPS });
    let [sum, along, speeds] = [0, 0, 0];
    const frames = 24;
    for (let i = 0; i < frames; i++) {
      const [before, now] = [path((i - 1) / FPS), path(i / FPS)];
      const face = await tracker.next(frameOf(drawMoved(ada, now, SIDE, SIDE)));
      for (let at = 0; at < 3 * LANDMARKS; at += 3) {
        const point = { x: reference!.points[at]!, y: reference!.points[at + 1]! };
        const [from, expected] = [applyAffine(before, point), applyAffine(now, point)];
        const [missX, missY] = [expected.x - face!.points[at]!, expected.y - face!.points[at + 1]!];
        const [speedX, speedY] = [expected.x - from.x, expected.y - from.y];
        sum += Math.hypot(missX, missY);
        along += missX * speedX + missY * speedY;
        speeds += speedX ** 2 + speedY ** 2;
      }
    }
    expect(sum / frames / LANDMARKS / width).toBeLessThan(0.01);
    expect(along / speeds).toBeLessThan(0.33);
  });
});

describe('a still picture with the noise of a sensor', () => {
  it.each(['ada', 'leo'])('%s trembles by .3 px at most', async (name) => {
    const tracker = createFaceTracker(models, { fps: FPS });
    const mouth = new Set(LOWER_FACE);
    let previous: Float32Array | null = null;
    const steps: number[] = [];
    for (let i = 0; i < 25; i++) {
      const { points } = (await tracker.next(frameOf((name === 'ada' ? ada : leo).rgb, 4)))!;
      if (previous !== null && i > 5) {
        let [sum, count] = [0, 0];
        for (let point = 0; point < LANDMARKS; point++) {
          if (mouth.has(point)) continue;
          sum += Math.hypot(
            points[3 * point]! - previous[3 * point]!,
            points[3 * point + 1]! - previous[3 * point + 1]!,
          );
          count++;
        }
        steps.push(sum / count);
      }
      previous = points.slice();
    }
    expect(Math.max(...steps)).toBeLessThan(0.3);
  });
});

describe('a picture that is cut', () => {
  it('forgets the face before the cut, and smooths nothing across it', async () => {
    const tracker = createFaceTracker(models, { fps: FPS });
    const closer = moveBy(SIDE, SIDE, { x: 30, y: 20, scale: 1.5 });
    const [expected] = await findFaces(models, rgbToFrame(drawMoved(leo, closer, SIDE, SIDE), SIDE, SIDE));
    const cuts: boolean[] = [];
    for (let i = 0; i < 6; i++) {
      const face = await tracker.next(i < 3 ? still(ada) : frameOf(drawMoved(leo, closer, SIDE, SIDE), 0));
      cuts.push(tracker.cut);
      if (i === 3)
        for (const index of [33, 263, 61, 291, 152])
          expect(Math.abs(face!.points[3 * index]! - expected!.points[3 * index]!)).toBeLessThan(0.5);
    }
    expect(cuts).toEqual([false, false, false, true, false, false]);
  });
});

describe('frames without a face', () => {
  it('give null, and the face is found again in the first frame that has it', async () => {
    const frames = [
      ...times(3, grey),
      ...times(3, () => still(ada)),
      ...times(4, grey),
      ...times(2, () => still(ada)),
    ];
    const crops = await follow(createFaceTracker(models, { fps: FPS }), frames);
    expect(crops.map((crop) => crop !== null)).toEqual([
      ...[false, false, false],
      ...[true, true, true],
      ...[false, false, false, false],
      ...[true, true],
    ]);
  });

  it('a head that leaves the picture is lost, not held on to', async () => {
    const leaving = times(16, (i) => frameOf(drawMoved(ada, moveBy(SIDE, SIDE, { x: 16 * i }), SIDE, SIDE)));
    const crops = await follow(createFaceTracker(models, { fps: FPS }), leaving);
    expect(crops.slice(0, 5)).not.toContain(null);
    expect(crops.at(-1)).toBeNull();
    for (const [i, crop] of crops.entries())
      if (crop !== null) expect(Math.abs(crop.x - (SIDE / 2 + 16 * i)), `frame ${i}`).toBeLessThan(30);
  });

  it('a covered face is lost, and found again', async () => {
    const covered = ada.rgb.slice();
    for (let row = 60; row < 190; row++) covered.fill(90, 3 * (row * SIDE + 70), 3 * (row * SIDE + 190));
    const frames = [still(ada), still(ada), frameOf(covered), frameOf(covered), still(ada)];
    const crops = await follow(createFaceTracker(models, { fps: FPS }), frames);
    expect(crops.map((crop) => crop !== null)).toEqual([true, true, false, false, true]);
  });

  it('sizes of all kinds are taken', async () => {
    const tracker = createFaceTracker(models, { fps: FPS });
    for (const [width, height] of [
      [2, 2],
      [640, 2],
      [2, 640],
    ] as const)
      expect(await tracker.next(rgbToFrame(new Uint8Array(3 * width * height), width, height))).toBeNull();
  });
});

describe('several people', () => {
  /** Few frames a second, so that a second is soon over. */
  const fps = 6;
  const both = (adaSize: number, leoSize: number): Frame =>
    together({ source: ada, size: adaSize, x: 0.25 }, { source: leo, size: leoSize, x: 0.75 });
  const isAda = (crop: FaceCrop | null): boolean => crop !== null && crop.x < SIDE / 2;

  it('the largest is followed', async () => {
    expect((await follow(createFaceTracker(models, { fps }), [both(0.5, 0.4)])).map(isAda)).toEqual([true]);
    expect((await follow(createFaceTracker(models, { fps }), [both(0.4, 0.5)])).map(isAda)).toEqual([false]);
  });

  it('the chosen one is followed, however small', async () => {
    const tracker = createFaceTracker(models, { fps, choose: { x: 0.8, y: 0.5 } });
    const frame = both(0.5, 0.25);
    expect(
      (
        await follow(
          tracker,
          times(15, () => frame),
        )
      ).map((crop) => crop!.x > SIDE / 2),
    ).not.toContain(false);
  });

  it('it stays with a person when another is a little larger later', async () => {
    const [early, late] = [both(0.4, 0.3), both(0.4, 0.46)];
    const crops = await follow(
      createFaceTracker(models, { fps }),
      times(20, (i) => (i < 3 ? early : late)),
    );
    expect(crops.every(isAda)).toBe(true);
  });

  it('it turns to one who is much larger for more than a second', async () => {
    // Comes closer step by step, so that the picture is not cut.
    const frames = times(22, (i) => both(0.35, Math.min(0.7, 0.25 + 0.05 * i)));
    const crops = await follow(createFaceTracker(models, { fps }), frames);
    expect(isAda(crops[6]!)).toBe(true);
    expect(isAda(crops.at(-1)!)).toBe(false);
  });

  it('it waits a second for one who is lost before it takes the other', async () => {
    const seen = both(0.5, 0.4);
    // Someone walks past: only the face is covered, so that the picture is not cut.
    const back = { rgb: new Uint8Array(3 * SIDE * SIDE).fill(90), width: SIDE, height: SIDE };
    const covered = together(
      { source: ada, size: 0.5, x: 0.25 },
      { source: leo, size: 0.4, x: 0.75 },
      { source: back, size: 0.3, x: 0.25 },
    );
    const crops = await follow(createFaceTracker(models, { fps }), [
      ...times(2, () => seen),
      ...times(5, () => covered),
      seen,
      ...times(8, () => covered),
    ]);
    expect(crops.slice(2, 7)).toEqual([null, null, null, null, null]);
    expect(isAda(crops[7]!)).toBe(true);
    expect(crops.at(-1)!.x).toBeGreaterThan(SIDE / 2);
  });
});
