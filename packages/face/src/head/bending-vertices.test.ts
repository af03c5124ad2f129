import { describe, expect, it } from 'vitest';
import { bendingVertices, MOVES } from './simpler-head.js';

const SIDE = 9;
const MIDDLE = 4 * SIDE + 4;
const MOST = 0.0002;

describe('vertices that move otherwise than those about them', () => {
  it('are none where a surface is drawn out evenly, however unevenly it is parted', () => {
    const { positions, triangles } = unevenSheet();
    const moves = new Float32Array(MOVES * SIDE * SIDE);
    for (let i = 0; i < SIDE * SIDE; i++)
      for (let k = 0; k < MOVES; k++)
        moves[MOVES * i + k] = 0.4 * positions[4 * i]! - 0.1 * k * positions[4 * i + 1]! + 0.01;
    expect([...marked(positions, triangles, moves)]).toEqual([]);
  });

  it('are the one that a shape lifts and those beside it', () => {
    const { positions, triangles } = unevenSheet();
    const moves = new Float32Array(MOVES * SIDE * SIDE);
    moves[MOVES * MIDDLE + 5] = 0.01;
    const bent = marked(positions, triangles, moves);
    expect(bent.has(MIDDLE)).toBe(true);
    expect(bent.has(MIDDLE + 1)).toBe(true);
    expect(bent.has(0)).toBe(false);
  });
});

/** Columns ever farther apart, in metres. */
function unevenSheet(): { positions: Float32Array; triangles: Uint32Array } {
  const positions = new Float32Array(4 * SIDE * SIDE);
  const triangles: number[] = [];
  for (let i = 0; i < SIDE * SIDE; i++) {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    positions.set([0.0008 * x * x, -0.004 * y, 0, 1], 4 * i);
    if (x > 0 && y > 0) triangles.push(i, i - SIDE, i - SIDE - 1, i, i - SIDE - 1, i - 1);
  }
  return { positions, triangles: Uint32Array.from(triangles) };
}

function marked(positions: Float32Array, triangles: Uint32Array, moves: Float32Array): Set<number> {
  const marks = bendingVertices(
    { positions },
    { firstVertex: 0, vertices: SIDE * SIDE },
    triangles,
    moves,
    MOST,
  );
  return new Set([...marks.keys()].filter((vertex) => marks[vertex] === 1));
}
