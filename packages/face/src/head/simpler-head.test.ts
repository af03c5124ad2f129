import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openModel } from '@anima/inference';
import { describe, expect, it } from 'vitest';
import { createFrame, type Frame, planesOf } from '../image/frame.js';
import { VISEMES, visemeShapes } from '../timeline/mouth/mouth-shapes.js';
import type { Head } from './head.js';
import { createHeadRenderer } from './renderer.js';
import { openHead } from './sharp-head.js';
import { simplerHead } from './simpler-head.js';
import { restingPose } from './testing/resting-pose.js';

const { dir } = await openModel('heads');
const ada = await openHead(await readFile(join(dir, 'ada.glb')));
const SIZE = 512;
/** Vertices on the outline of a sheet. */
const OUTLINE = 64;

describe('a head for small pictures', () => {
  const poses = [
    ['at rest', restingPose()],
    ['with lids closed, turned', restingPose({ eyeBlinkLeft: 1, eyeBlinkRight: 1 }, { yaw: 0.3 })],
    ['smiling', restingPose({ mouthSmileLeft: 0.8, mouthSmileRight: 0.8 }, { pitch: 0.15 })],
    ...VISEMES.map((viseme) => [viseme, restingPose(visemeShapes[viseme])] as const),
  ] as const;

  it('looks as before in every pose, of three quarters of the triangles and vertices', async () => {
    const simpler = await simplerHead(ada, SIZE);
    expect(simpler.triangles.length).toBeLessThan(0.75 * ada.triangles.length);
    expect(simpler.light.length).toBeLessThan(0.75 * ada.light.length);
    const draw = drawer(ada);
    const drawSimpler = drawer(simpler);
    for (const [name, pose] of poses) {
      const { mean, seen } = difference(draw(pose), drawSimpler(pose));
      expect(mean, name).toBeLessThan(0.4);
      expect(seen, name).toBeLessThan(0.004);
    }
  });

  it('keeps more for a larger picture', async () => {
    const [small, large] = await Promise.all([simplerHead(ada, 256), simplerHead(ada, 1024)]);
    expect(small.triangles.length).toBeLessThan(0.8 * large.triangles.length);
  });

  it('is whole: parts follow one another, and all vertices are used', async () => {
    const { parts, triangles, light, shapes } = await simplerHead(ada, SIZE);
    let vertex = 0;
    let triangle = 0;
    for (const part of parts) {
      expect([part.firstVertex, part.firstTriangle]).toEqual([vertex, triangle]);
      const corners = triangles.subarray(3 * triangle, 3 * (triangle + part.triangles));
      expect(corners.every((corner) => corner >= vertex && corner < vertex + part.vertices)).toBe(true);
      vertex += part.vertices;
      triangle += part.triangles;
    }
    expect(vertex).toBe(light.length);
    expect(new Set(triangles).size).toBe(light.length);
    expect(shapes.starts.at(-1)).toBe(shapes.vertices.length);
    expect(shapes.vertices.every((moved) => moved < light.length)).toBe(true);
  });

  it('leaves of a flat sheet its outline, and of one that a shape lifts what is lifted', async () => {
    const flat = await simplerHead(sheet(), SIZE);
    expect(flat.triangles.length).toBeLessThanOrEqual(3 * OUTLINE);
    expect(flat.shapes.vertices.length).toBe(0);
    const lifted = await simplerHead(sheet(0.01), SIZE);
    expect(lifted.triangles.length).toBeGreaterThan(3 * OUTLINE);
    expect([...lifted.shapes.offsets]).toEqual([0, 0, Math.fround(0.01), 0]);
  });
});

/** A sheet of 16 x 16 squares whose middle the first shape lifts by so many metres. */
function sheet(lift = 0): Head {
  const side = 17;
  const positions = new Float32Array(4 * side * side);
  const coordinates = new Float32Array(2 * side * side);
  const triangles: number[] = [];
  for (let i = 0; i < side * side; i++) {
    const [x, y] = [i % side, Math.floor(i / side)];
    positions.set([0.01 * x, -0.01 * y, 0, 1], 4 * i);
    coordinates.set([x / side, y / side], 2 * i);
    if (x > 0 && y > 0) triangles.push(i, i - side, i - side - 1, i, i - side - 1, i - 1);
  }
  const middle = 8 * side + 8;
  const starts = new Uint32Array(53).fill(1, 1);
  return {
    ...ada,
    positions,
    coordinates,
    light: new Float32Array(side * side).fill(1),
    triangles: Uint32Array.from(triangles),
    parts: [
      {
        ...ada.parts[0]!,
        firstVertex: 0,
        vertices: side * side,
        firstTriangle: 0,
        triangles: triangles.length / 3,
      },
    ],
    shapes: { starts, vertices: Uint32Array.of(middle), offsets: Float32Array.of(0, 0, lift, 0) },
  };
}

function drawer(head: Head): (pose: ReturnType<typeof restingPose>) => Frame {
  const renderer = createHeadRenderer(head, { width: SIZE, height: SIZE, background: { kind: 'default' } });
  return (pose) => {
    const frame = createFrame(SIZE, SIZE);
    renderer.render(pose, frame);
    return frame;
  };
}

/**
 * Difference in brightness: the mean difference in levels, and the share of pixels that differ by more than
 * 24.
 */
function difference(one: Frame, other: Frame): { mean: number; seen: number } {
  const [a, b] = [planesOf(one).y, planesOf(other).y];
  let sum = 0;
  let seen = 0;
  a.forEach((level, i) => {
    const by = Math.abs(level - b[i]!);
    sum += by;
    if (by > 24) seen++;
  });
  return { mean: sum / a.length, seen: seen / a.length };
}
