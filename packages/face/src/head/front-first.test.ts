import { describe, expect, it } from 'vitest';
import { frontAndBack, frontFirst, isBehind } from './front-first.js';
import type { AlphaMode, Head, HeadPart, PartRole } from './head.js';

/** A head of one part with triangles at these depths, in metres towards the camera. */
function headOf(depths: readonly number[], role: PartRole, alpha: AlphaMode): Head {
  const part = { role, alpha, firstTriangle: 0, triangles: depths.length } as HeadPart;
  return {
    positions: Float32Array.from(depths.flatMap((z) => [0, 0, z, 1, 1, 0, z, 1, 0, 1, z, 1])),
    triangles: Uint32Array.from({ length: 3 * depths.length }, (_, i) => i),
    parts: [part],
  } as unknown as Head;
}

const firstCorners = (triangles: Uint32Array): number[] =>
  [...triangles].filter((_, i) => i % 3 === 0).map((corner) => corner / 3);

describe('the order in which hair is drawn', () => {
  it('goes from the front to the back, each triangle once and its corners as they were', () => {
    const sorted = frontFirst(headOf([-0.1, 0.04, -0.02], 'hair', 'mask'));
    expect([...sorted]).toEqual([3, 4, 5, 6, 7, 8, 0, 1, 2]);
  });

  it.each([
    ['hair', 'blend'],
    ['skin', 'opaque'],
  ] as const)('leaves %s, %s, as it came', (role, alpha) => {
    const head = headOf([-0.1, 0.04, -0.02], role, alpha);
    expect(firstCorners(frontFirst(head))).toEqual([0, 1, 2]);
    expect(frontAndBack(head, head.parts[0]!)).toEqual(head.parts);
    expect(isBehind(head, head.parts[0]!)).toBe(false);
  });

  it('parts hair before the face from hair behind it', () => {
    const head = headOf([0.04, -0.02, -0.1], 'hair', 'mask');
    const parts = frontAndBack(head, head.parts[0]!);
    expect(parts.map(({ firstTriangle, triangles }) => [firstTriangle, triangles])).toEqual([
      [0, 2],
      [2, 1],
    ]);
    expect(parts.map((part) => isBehind(head, part))).toEqual([false, true]);
  });

  it('keeps hair whole that lies on one side', () => {
    const head = headOf([0.04, 0.02], 'hair', 'opaque');
    expect(frontAndBack(head, head.parts[0]!)).toEqual(head.parts);
  });
});
