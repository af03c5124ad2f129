import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFrame, type Frame, planesOf } from '../image/frame.js';
import { CUBIC_ONE, CUBIC_PHASES, createMeshMemory, cubicWeights } from './mesh-memory.js';
import { createSheet, type PixelMap, type Sheet } from './pixel-map.js';
import { createSheetPainter } from './sheet-painter.js';

const SIZE = 32;

const memory = createMeshMemory(SIZE, SIZE, 0);
const painter = createSheetPainter(memory);

describe('drawing a sheet', () => {
  const jitter = fc.float({ min: Math.fround(-1.4), max: Math.fround(1.4), noNaN: true });

  it('writes every pixel whose centre lies in it, as the plain version says, and no other', () => {
    fc.assert(
      fc.property(fc.array(jitter, { minLength: 50, maxLength: 50 }), (jitters) => {
        const sheet = crookedSheet(jitters);
        const map = painter.draw(sheet);
        for (let y = 0; y < SIZE; y++)
          for (let x = 0; x < SIZE; x++) {
            const expected = plainSource(sheet, x + 0.5, y + 0.5);
            const at = y * SIZE + x;
            const covered = isInside(map, at) && map.cover[at]! > 0;
            if (expected === 'edge') continue;
            expect(covered).toBe(expected !== null);
            if (expected === null) continue;
            expect(map.x[at]).toBeCloseTo(expected[0]!, 2);
            expect(map.y[at]).toBeCloseTo(expected[1]!, 2);
          }
      }),
      { numRuns: 40 },
    );
  });

  it('leaves no hole between triangles whose corners fall on pixel centres', () => {
    const sheet = createSheet(5, 5, 1);
    for (let i = 0; i < 25; i++) sheet.to.set([4.5 + 5 * (i % 5), 4.5 + 5 * Math.floor(i / 5)], 2 * i);
    expect(coversOf(painter.draw(sheet)).filter((cover) => cover > 0)).toHaveLength(20 * 20);
  });

  it('does not draw what has turned over', () => {
    const sheet = crookedSheet(new Array(50).fill(0));
    expect(coversOf(painter.draw({ ...sheet, winding: -1 })).every((cover) => cover === 0)).toBe(true);
  });

  it('is cut off at the borders of the picture', () => {
    const sheet = createSheet(2, 2, 1);
    sheet.to.set([-100, -100, 100, -100, -100, 100, 100, 100]);
    const map = painter.draw(sheet);
    expect([map.left, map.top, map.right, map.bottom]).toEqual([0, 0, SIZE, SIZE]);
    expect(map.cover.every((cover) => cover === 255)).toBe(true);
  });

  it('says what a sheet has that is too large', () => {
    expect(() => painter.draw(createSheet(30, 30, 1))).toThrow('at most 512 points, received 30 x 30');
  });
});

describe('painting a sheet', () => {
  const jitter = fc.float({ min: Math.fround(-1.4), max: Math.fround(1.4), noNaN: true });
  const jitters = fc.array(jitter, { minLength: 50, maxLength: 50 });
  const paintedOver = (sheet: Sheet, seed: number): [painted: Frame, expected: Frame] => {
    memory.source.bytes.set(pattern(seed).bytes);
    memory.target.bytes.set(pattern(seed + 1).bytes);
    painter.paint(sheet);
    const expected = plainPaint(painter.draw(sheet), pattern(seed), pattern(seed + 1));
    return [memory.target, expected];
  };

  it('takes pixels from where the plain version does, some of them beside the picture', () => {
    fc.assert(
      fc.property(jitters, fc.nat(1000), fc.integer({ min: -8, max: 8 }), (crooked, seed, aside) => {
        const sheet = crookedSheet(crooked);
        for (let k = 0; k < sheet.from.length; k++) sheet.from[k]! += aside;
        expect(furthest(...paintedOver(sheet, seed))).toBeLessThanOrEqual(1);
      }),
      { numRuns: 60 },
    );
  });

  it('does so where eight pixels in a row follow one another, pass one over or meet one twice', () => {
    const slant = fc.float({ min: Math.fround(-0.12), max: Math.fround(0.12), noNaN: true });
    fc.assert(
      fc.property(slant, slant, slant, slant, fc.nat(1000), (xx, xy, yx, yy, seed) => {
        const sheet = crookedSheet(new Array(50).fill(0));
        for (let at = 0; at < sheet.to.length; at += 2) {
          const [x, y] = [sheet.to[at]! - 16, sheet.to[at + 1]! - 16];
          sheet.from[at]! += xx * x + xy * y;
          sheet.from[at + 1]! += yx * x + yy * y;
        }
        expect(furthest(...paintedOver(sheet, seed))).toBeLessThanOrEqual(1);
      }),
      { numRuns: 60 },
    );
  });

  it('lets what is below shine through where the cover is thin, and takes light away', () => {
    fc.assert(
      fc.property(fc.nat(1000), (seed) => {
        const sheet = crookedSheet(new Array(50).fill(0.3));
        for (let at = 0; at < 25; at++) {
          sheet.cover[at] = (at % 5) / 4;
          sheet.dark[at] = (at % 7) / 10;
        }
        expect(furthest(...paintedOver(sheet, seed))).toBeLessThanOrEqual(1);
      }),
      { numRuns: 20 },
    );
  });

  it('takes what does not move as it is', () => {
    const sheet = crookedSheet(new Array(50).fill(0));
    memory.source.bytes.set(pattern(3).bytes);
    memory.target.bytes.set(pattern(3).bytes);
    for (let k = 0; k < sheet.from.length; k++) sheet.from[k]! += 0.015;
    painter.paint(sheet);
    expect(memory.target.bytes).toEqual(memory.source.bytes);
  });
});

function isInside({ left, top, right, bottom }: PixelMap, at: number): boolean {
  const [x, y] = [at % SIZE, Math.floor(at / SIZE)];
  return x >= left && x < right && y >= top && y < bottom;
}

function coversOf(map: PixelMap): Uint8Array {
  return map.cover.filter((_, at) => isInside(map, at));
}

function pattern(seed: number): Frame {
  const frame = createFrame(SIZE, SIZE);
  for (let at = 0; at < frame.bytes.length; at++)
    frame.bytes[at] = 126 + 60 * Math.sin(seed + at * 0.31) + 40 * Math.sin(at * 0.011 * seed);
  return frame;
}

function furthest(one: Frame, other: Frame): number {
  return one.bytes.reduce((most, value, at) => Math.max(most, Math.abs(value - other.bytes[at]!)), 0);
}

/** Catmull-Rom in steps for brightness, bilinear for colour, of four pixels on average. */
function plainPaint(map: PixelMap, source: Frame, under: Frame): Frame {
  const from = planesOf(source);
  const to = planesOf(under);
  const weights = cubicWeights();
  const bilinear = (values: Uint8Array, side: number, x: number, y: number): number => {
    const [heldX, heldY] = [x, y].map((place) => Math.max(0, Math.min(side - 1, place))) as [number, number];
    const at = (i: number, j: number): number =>
      values[Math.min(side - 1, Math.floor(heldY) + j) * side + Math.min(side - 1, Math.floor(heldX) + i)]!;
    const upper = at(0, 0) + (heldX % 1) * (at(1, 0) - at(0, 0));
    return upper + (heldY % 1) * (at(0, 1) + (heldX % 1) * (at(1, 1) - at(0, 1)) - upper);
  };
  const bicubic = (x: number, y: number): number => {
    const [stepX, stepY] = [x, y].map((place) => Math.floor(place * CUBIC_PHASES + 0.5)) as [number, number];
    const [column, row] = [Math.floor(stepX / CUBIC_PHASES), Math.floor(stepY / CUBIC_PHASES)];
    if (column < 1 || row < 1 || column >= SIZE - 2 || row >= SIZE - 2) return bilinear(from.y, SIZE, x, y);
    let sum = 0;
    for (let j = 0; j < 4; j++)
      for (let i = 0; i < 4; i++)
        sum +=
          (weights[4 * (stepX - column * CUBIC_PHASES) + i]! *
            weights[4 * (stepY - row * CUBIC_PHASES) + j]! *
            from.y[(row + j - 1) * SIZE + column + i - 1]!) /
          CUBIC_ONE ** 2;
    return sum;
  };
  const covered = (at: number): number => (isInside(map, at) ? map.cover[at]! : 0);
  for (let at = 0; at < SIZE * SIZE; at++) {
    if (covered(at) === 0) continue;
    const light = 16 + ((bicubic(map.x[at]! - 0.5, map.y[at]! - 0.5) - 16) * (255 - map.dark[at]!)) / 255;
    const value = to.y[at]! + ((light - to.y[at]!) * covered(at)) / 255;
    to.y[at] = Math.max(16, Math.min(235, Math.round(value)));
  }
  for (let sample = 0; sample < (SIZE / 2) ** 2; sample++) {
    const corner = 2 * SIZE * Math.floor(sample / (SIZE / 2)) + 2 * (sample % (SIZE / 2));
    const four = [corner, corner + 1, corner + SIZE, corner + SIZE + 1];
    const sum = four.reduce((all, at) => all + covered(at), 0);
    if (sum === 0) continue;
    const mean = (values: Float32Array | Uint8Array): number =>
      four.reduce((all, at) => all + (covered(at) * values[at]!) / sum, 0);
    const light = 1 - mean(map.dark) / 255;
    for (const plane of ['u', 'v'] as const) {
      const colour = bilinear(from[plane], SIZE / 2, mean(map.x) / 2 - 0.5, mean(map.y) / 2 - 0.5);
      const value = 128 + (colour - 128) * light;
      to[plane][sample] = Math.round(to[plane][sample]! + ((value - to[plane][sample]!) * sum) / 1020);
    }
  }
  return under;
}

function crookedSheet(jitters: readonly number[]): Sheet {
  const sheet = createSheet(5, 5, 1);
  for (let i = 0; i < 25; i++) {
    const x = 4 + 6 * (i % 5);
    const y = 4 + 6 * Math.floor(i / 5);
    sheet.from.set([x, y], 2 * i);
    sheet.to.set([x + jitters[2 * i]!, y + jitters[2 * i + 1]!], 2 * i);
  }
  return sheet;
}

/**
 * Returns the source position, null outside the sheet, or 'edge' if the point is too near to an edge to
 * decide.
 */
function plainSource({ columns, rings, from, to }: Sheet, x: number, y: number): number[] | null | 'edge' {
  let found: number[] | null = null;
  for (let ring = 0; ring + 1 < rings; ring++)
    for (let column = 0; column + 1 < columns; column++) {
      const p = ring * columns + column;
      for (const [a, b, c] of [
        [p, p + 1, p + columns],
        [p + 1, p + columns + 1, p + columns],
      ] as const) {
        const [ax, ay, bx, by, cx, cy] = [a, b, c].flatMap((i) => [to[2 * i]!, to[2 * i + 1]!]) as [
          number,
          number,
          number,
          number,
          number,
          number,
        ];
        const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
        const v = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area;
        const w = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area;
        const least = Math.min(v, w, 1 - v - w);
        if (Math.abs(least) < 1e-4) return 'edge';
        if (least > 0)
          found = [0, 1].map(
            (k) => (1 - v - w) * from[2 * a + k]! + v * from[2 * b + k]! + w * from[2 * c + k]!,
          );
      }
    }
  return found;
}
