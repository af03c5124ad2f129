import { beforeAll, describe, expect, it } from 'vitest';
import type { Frame } from '../image/frame.js';
import { rgbToFrame } from '../image/rgb-frame.js';
import { createCutDetector } from './cut-detector.js';
import {
  addNoise,
  drawMoved,
  loadSource,
  moveBy,
  portraitPath,
  type SourcePicture,
  seededRandom,
} from './testing/portraits.js';

const SIDE = 160;
let ada: SourcePicture;
let leo: SourcePicture;
beforeAll(async () => {
  ada = await loadSource(await portraitPath('ada'), SIDE);
  leo = await loadSource(await portraitPath('leo'), SIDE);
});

type Move = Parameters<typeof moveBy>[2];
const random = seededRandom(9);
const shot = (source: SourcePicture, move: Move, light = 1): Frame => {
  const rgb = drawMoved(source, moveBy(SIDE, SIDE, { scale: 1.5, ...move }), SIDE, SIDE);
  return rgbToFrame(
    addNoise(
      rgb.map((value) => Math.min(255, value * light)),
      3,
      random,
    ),
    SIDE,
    SIDE,
  );
};
const cutsIn = (frames: readonly Frame[]): number[] => {
  const detector = createCutDetector();
  return frames.flatMap((frame, i) => (detector.next(frame) ? [i] : []));
};
const frames = (count: number, at: (i: number) => Frame): Frame[] =>
  Array.from({ length: count }, (_, i) => at(i));

describe('the cut detector', () => {
  it('finds the first frame of each shot', () => {
    const shots = [
      ...frames(6, (i) => shot(ada, { x: i })),
      ...frames(5, () => shot(leo, { scale: 2.5 })),
      ...frames(4, (i) => shot(ada, { scale: 2.2, y: -i })),
      ...frames(3, () => rgbToFrame(new Uint8Array(3 * SIDE * SIDE), SIDE, SIDE)),
      ...frames(3, () => shot(leo, {})),
    ];
    expect(cutsIn(shots)).toEqual([6, 11, 15, 18]);
  });

  it.each([
    ['stillness', () => shot(ada, {})],
    [
      'a head that moves fast',
      (i: number) => shot(ada, { x: 30 * Math.sin(i / 2), turn: 0.2 * Math.sin(i) }),
    ],
    ['a fast pan', (i: number) => shot(ada, { x: 100 - 10 * i })],
    ['a zoom', (i: number) => shot(ada, { scale: 1 + 0.06 * i })],
    ['a fade to black within a second', (i: number) => shot(ada, {}, 1 - i / 20)],
    ['a light that is switched dimmer', (i: number) => shot(ada, {}, i < 9 ? 1 : 0.92)],
  ])('takes %s for no cut', (_, at) => {
    expect(cutsIn(frames(20, at))).toEqual([]);
  });

  it('takes a light that flickers for two cuts at most', () => {
    expect(cutsIn(frames(20, (i) => shot(ada, {}, i % 2 === 0 ? 1 : 0.5))).length).toBeLessThanOrEqual(2);
  });
});
