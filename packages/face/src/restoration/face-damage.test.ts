import { describe, expect, it } from 'vitest';
import type { Frame } from '../picture/frame.js';
import { createFrame, planesOf } from '../picture/frame.js';
import { readPortrait, seededRandom } from '../tracking/testing/portraits.js';
import { blockEdges } from './block-edges.js';
import { detailLevels } from './detail-levels.js';
import { measureDamage, towards } from './face-damage.js';
import { MASK_SIZE } from './face-mask.js';
import { cutPiece, halvePiece, type PlaneRegion } from './picture-piece.js';
import { damaged } from './testing/damage.js';
import { UNDAMAGED } from './testing/undamaged.js';

const EVERYWHERE = new Float32Array(MASK_SIZE * MASK_SIZE).fill(1);
const SIDE = 96;

function pieceOf(value: (x: number, y: number) => number, inside = 1): PlaneRegion {
  const values = Float32Array.from({ length: SIDE * SIDE }, (_, at) =>
    value(at % SIDE, Math.floor(at / SIDE)),
  );
  return { width: SIDE, height: SIDE, values, inside: new Uint8Array(SIDE * SIDE).fill(inside) };
}

/** Nearly normal, of deviation 1. */
function gaussian(): () => number {
  const random = seededRandom(4);
  return () => Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6);
}

describe('detailLevels', () => {
  it.each([0.5, 2, 8])('of noise are its deviation: %d', (deviation) => {
    const noise = gaussian();
    const [median = 0, most = 0] = detailLevels([pieceOf(() => 128 + deviation * noise())], [0.5, 0.9]);
    expect(Math.abs(median / deviation / 0.6745 - 1)).toBeLessThan(0.06);
    expect(Math.abs(most / deviation / 1.645 - 1)).toBeLessThan(0.06);
  });

  it('do not count slopes nor straight edges, nor anything where nothing is looked at', () => {
    expect(detailLevels([pieceOf((x, y) => 2 * x + 0.5 * y)], [0.99])).toEqual([0]);
    expect(detailLevels([pieceOf((x) => (x < 40 ? 20 : 200))], [0.99])).toEqual([0]);
    const random = seededRandom(1);
    expect(detailLevels([pieceOf(() => 255 * random(), 0)], [0.5])).toEqual([0]);
  });
});

describe('blockEdges', () => {
  it.each([0, 3, 7])('finds steps at every eighth sample, wherever the first lies: %d', (phase) => {
    const noise = gaussian();
    const steps = pieceOf(
      (x, y) => 100 + 4 * (((x + phase) >> 3) % 2) + 4 * (((y + phase) >> 3) % 2) + 0.3 * noise(),
    );
    expect(blockEdges(steps)).toBeGreaterThan(1);
    expect(blockEdges(pieceOf(() => 100 + noise()))).toBeLessThan(0);
    expect(blockEdges(pieceOf((x) => 100 + 4 * (((x + phase) >> 3) % 2) + noise()))).toBeLessThan(0);
  });
});

describe('cutPiece', () => {
  it('takes samples as they are and says which lie in the crop', () => {
    const bytes = Uint8Array.from({ length: 20 * 10 }, (_, at) => at % 200);
    const toPlane = { a: 8, b: 0, c: 4, d: 0, e: 4, f: 2 };
    const shown = Float32Array.of(1, 0, 0, 1);
    const { width, height, values, inside } = cutPiece({ bytes, width: 20, height: 10 }, toPlane, shown);
    expect([width, height, values[0], values[width]]).toEqual([9, 5, 44, 64]);
    expect([...inside.subarray(0, 9)]).toEqual([1, 1, 1, 1, 0, 0, 0, 0, 0]);
    expect([...inside.subarray(2 * 9, 3 * 9)]).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 0]);
    const half = halvePiece({ width, height, values, inside });
    expect([half.width, half.height, half.values[0], half.inside[0], half.inside[2]]).toEqual([
      4, 2, 54.5, 1, 0,
    ]);
  });

  it('takes what there is of a crop that hangs over the edge, and nothing of one outside', () => {
    const plane = { bytes: new Uint8Array(100), width: 10, height: 10 };
    const at = (c: number) => cutPiece(plane, { a: 8, b: 0, c, d: 0, e: 8, f: -4 }, EVERYWHERE);
    expect([at(6).width, at(6).height]).toEqual([4, 5]);
    expect(at(40).values).toHaveLength(0);
    expect(detailLevels([at(40)], [0.5])).toEqual([0]);
  });
});

describe('measureDamage', () => {
  const CROP = { a: 130, b: 0, c: 63, d: 0, e: 170, f: 50 };
  const of = (frame: Frame) => measureDamage(frame, CROP, EVERYWHERE);

  it.each([
    ['ada', 256],
    ['mei', 256],
    ['kofi', 192],
    ['pip', 320],
    ['grace', 448],
  ] as const)('finds nothing at all in a clean face: %s at %d', async (name, side) => {
    const scale = side / 256;
    const { a, c, e, f } = CROP;
    const crop = { a: a * scale, b: 0, c: c * scale, d: 0, e: e * scale, f: f * scale };
    expect(measureDamage(await readPortrait(name, side), crop, EVERYWHERE)).toEqual(UNDAMAGED);
  });

  it('finds what was done to a face', async () => {
    const clean = await readPortrait('ada', 256);
    const jpeg = of(await damaged(clean, 'JPEG'));
    expect(jpeg.blocks).toBeGreaterThan(0.3);
    const small = of(await damaged(clean, 'half size and JPEG'));
    expect(small.softness).toBeGreaterThan(0.4);
    const noisy = of(await damaged(clean, 'blur and noise'));
    expect(Math.min(noisy.noise, noisy.colourNoise)).toBeGreaterThan(0.5);
    expect(noisy.softness).toBe(0);
  });

  it('finds nothing in an even surface, nor of a crop outside the frame', () => {
    const grey = createFrame(256, 256);
    grey.bytes.fill(120);
    planesOf(grey).y.fill(90);
    expect(of(grey).noise).toBe(0);
    expect(measureDamage(grey, { ...CROP, c: 900 }, EVERYWHERE).noise).toBe(0);
  });

  it('goes from one to another in steps', () => {
    const noisy = { ...UNDAMAGED, noise: 1 };
    expect(towards(UNDAMAGED, noisy, 0.25)).toEqual({ ...UNDAMAGED, noise: 0.25 });
  });
});
