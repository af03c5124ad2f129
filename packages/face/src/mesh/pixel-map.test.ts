import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clearMap, createPixelMap, createSheet, drawSheet, type Sheet } from './pixel-map.js';

const SIZE = 32;

describe('drawing a sheet', () => {
  const jitter = fc.float({ min: Math.fround(-1.4), max: Math.fround(1.4), noNaN: true });

  it('writes every pixel whose centre lies in it, as the plain version says, and no other', () => {
    fc.assert(
      fc.property(fc.array(jitter, { minLength: 50, maxLength: 50 }), (jitters) => {
        const sheet = crookedSheet(jitters);
        const map = createPixelMap();
        clearMap(map, sheet, SIZE, SIZE);
        drawSheet(map, sheet);
        for (let y = 0; y < SIZE; y++)
          for (let x = 0; x < SIZE; x++) {
            const expected = plainSource(sheet, x + 0.5, y + 0.5);
            const inside = x >= map.left && x < map.right && y >= map.top && y < map.bottom;
            const at = (y - map.top) * (map.right - map.left) + x - map.left;
            const covered = inside && map.cover[at]! > 0;
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
    const map = createPixelMap();
    clearMap(map, sheet, SIZE, SIZE);
    drawSheet(map, sheet);
    expect(map.cover.filter((cover) => cover > 0)).toHaveLength(20 * 20);
  });

  it('does not draw what has turned over', () => {
    const sheet = crookedSheet(new Array(50).fill(0));
    const map = createPixelMap();
    clearMap(map, sheet, SIZE, SIZE);
    drawSheet(map, { ...sheet, winding: -1 });
    expect(map.cover.every((cover) => cover === 0)).toBe(true);
  });

  it('is cut off at the borders of the picture', () => {
    const sheet = createSheet(2, 2, 1);
    sheet.to.set([-100, -100, 100, -100, -100, 100, 100, 100]);
    const map = createPixelMap();
    clearMap(map, sheet, SIZE, SIZE);
    drawSheet(map, sheet);
    expect([map.left, map.top, map.right, map.bottom]).toEqual([0, 0, SIZE, SIZE]);
    expect(map.cover.every((cover) => cover === 255)).toBe(true);
  });
});

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

/** Where the place comes from; null outside; 'edge' where it is too near an edge to say. */
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
