import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ARKIT_SHAPES } from '../arkit-shapes.js';
import { createFrame, type Frame, planesOf } from '../image/frame.js';
import { paintBackground } from './background.js';
import type { AlphaMode, Head, HeadPart } from './head.js';
import { createHeadRenderer } from './renderer.js';
import { drawPlainly } from './testing/plain-rasteriser.js';
import { restingPose } from './testing/resting-pose.js';

const SIZE = 64;
const BACKGROUND = { kind: 'gradient', top: [20, 60, 90], bottom: [200, 180, 40] } as const;

interface Triangle {
  /** Three corners: x, y, z in metres, u, v, light. */
  readonly corners: readonly (readonly number[])[];
  readonly alpha?: AlphaMode;
  readonly doubleSided?: boolean;
  readonly lit?: boolean;
  readonly repeats?: boolean;
}

/** A head of separate triangles, each a part, all with one texture of coloured noise. */
function headOf(triangles: readonly Triangle[], side = 16): Head {
  const corners = triangles.flatMap((triangle) => triangle.corners);
  const pixels = Uint8Array.from({ length: 4 * side * side }, (_, i) => (i * 2654435761) >>> 24);
  return {
    positions: Float32Array.from(corners.flatMap(([x, y, z]) => [x!, y!, z!, 1])),
    coordinates: Float32Array.from(corners.flatMap(([, , , u, v]) => [u!, v!])),
    light: Float32Array.from(corners.map((corner) => corner[5]!)),
    triangles: Uint32Array.from(corners, (_, i) => i),
    parts: triangles.map(
      ({ alpha = 'opaque', doubleSided = true, lit = false, repeats = false }, i): HeadPart => ({
        name: `${i}`,
        role: 'other',
        firstVertex: 3 * i,
        vertices: 3,
        firstTriangle: i,
        triangles: 1,
        texture: repeats ? 1 : 0,
        alpha,
        cutoff: 0.5,
        doubleSided,
        lit,
        painted: !lit,
        shine: undefined,
      }),
    ),
    shapes: {
      starts: new Uint32Array(ARKIT_SHAPES.length + 1),
      vertices: new Uint32Array(0),
      offsets: new Float32Array(0),
    },
    textures: [
      { width: side, height: side, pixels, repeats: false },
      { width: side, height: side, pixels, repeats: true },
    ],
    pivot: [0, 0, 0],
    placement: { origin: [0, 0, 0], facing: 1, scale: 1 },
    camera: { y: -0.047, z: 1.1 },
    missingShapes: [],
    channels: undefined,
    notes: [],
  };
}

/** A fine uneven surface as one part, `height` metres higher in its middle than at its rim; of one texel. */
function surfaceOf(part: Partial<HeadPart>, height = 0, cells = 24): Head {
  const place = (row: number, column: number): number[] => {
    // Uneven, so that edges run at all angles; some triangles are smaller than a pixel.
    const bend = 0.0035 * Math.sin(7 * row + 3 * column);
    const across = (i: number): number => (i / cells - 0.5) / 4.6;
    const [x, y] = [across(column) + bend, across(row) - bend];
    return [x, -0.047 + y, height * (1 - (x * x + y * y) / 0.024), column / cells, row / cells, 1];
  };
  const triangles: Triangle[] = [];
  for (let row = 0; row < cells; row++)
    for (let column = 0; column < cells; column++) {
      const [a, b] = [place(row, column), place(row, column + 1)];
      const [c, d] = [place(row + 1, column + 1), place(row + 1, column)];
      triangles.push({ corners: [a, b, c] }, { corners: [a, c, d] });
    }
  const head = headOf(triangles, 1);
  const count = triangles.length;
  return {
    ...head,
    parts: [{ ...head.parts[0]!, vertices: 3 * count, triangles: count, doubleSided: false, ...part }],
  };
}

function draw(head: Head, width = SIZE, height = SIZE): Frame {
  const frame = createFrame(width, height);
  createHeadRenderer(head, { width, height, background: BACKGROUND }).render(restingPose(), frame);
  return frame;
}

/** The share of luma samples that differ by more than `most`, and of chroma samples. */
function differences(frame: Frame, rgb: Float64Array, most: number): { luma: number; chroma: number } {
  const { width, height } = frame;
  const { y, u, v } = planesOf(frame);
  let luma = 0;
  let chroma = 0;
  const at = (row: number, column: number): number[] => [
    ...rgb.subarray(3 * (row * width + column), 3 * (row * width + column) + 3),
  ];
  // BT.709, limited range.
  const lumaOf = ([r, g, b]: number[]): number => 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (Math.abs(y[row * width + column]! - (16 + (219 / 255) * lumaOf(at(row, column)))) > most) luma++;
      if (row % 2 === 1 || column % 2 === 1) continue;
      const four = [at(row, column), at(row, column + 1), at(row + 1, column), at(row + 1, column + 1)];
      const mean = [0, 1, 2].map((k) => four.reduce((sum, pixel) => sum + pixel[k]!, 0) / 4);
      const place = (row / 2) * (width / 2) + column / 2;
      const blue = 128 + ((224 / 255) * (mean[2]! - lumaOf(mean))) / 1.8556;
      const red = 128 + ((224 / 255) * (mean[0]! - lumaOf(mean))) / 1.5748;
      if (Math.abs(u[place]! - blue) > most || Math.abs(v[place]! - red) > most) chroma++;
    }
  }
  return { luma: luma / (width * height), chroma: (4 * chroma) / (width * height) };
}

function expectAsPlain(head: Head, width = SIZE, height = SIZE): void {
  const background = paintBackground(BACKGROUND, width, height);
  const { luma, chroma } = differences(
    draw(head, width, height),
    drawPlainly(head, width, height, background),
    2.5,
  );
  // A sample that lies on an edge to the last bit may fall to the other side.
  expect(luma).toBeLessThan(0.004);
  expect(chroma).toBeLessThan(0.008);
}

describe('rasteriser', () => {
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const corner = fc.tuple(number(-0.25, 0.25), number(-0.3, 0.2), number(-0.15, 0.15), number(0.3, 1.4));
  // Texture coordinates follow the place, so that every triangle asks for level 0: half a texel a pixel.
  const triangle = fc
    .record({
      places: fc.tuple(corner, corner, corner),
      shift: number(-0.4, 0.4),
      alpha: fc.constantFrom<AlphaMode>('opaque', 'opaque', 'mask'),
      doubleSided: fc.boolean(),
      lit: fc.boolean(),
      repeats: fc.boolean(),
    })
    .map(({ places, shift, ...rest }) => ({
      ...rest,
      corners: places.map(([x, y, z, light]) => [
        x,
        y,
        z,
        0.5 + 5 * x + shift,
        0.5 - 5 * y + 3 * x * shift,
        light,
      ]),
    }));

  it('draws scenes as a plain one does: coverage, depth, texture, light, masks', () => {
    fc.assert(
      fc.property(fc.array(triangle, { minLength: 1, maxLength: 9 }), (triangles) => {
        expectAsPlain(headOf(triangles));
      }),
      { numRuns: 40, seed: 6, endOnFailure: true },
    );
  });

  it('skips no visible triangle: drawing a crowd from front to back and from back to front is equal', () => {
    let seed = 1;
    const between = (min: number, max: number): number => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      return min + ((max - min) * seed) / 2 ** 32;
    };
    // Each of one colour, so that the order changes none; hardly apart in depth, and some lean through the others.
    const crowd = Array.from({ length: 400 }, (_, i): Triangle => {
      const [x, y] = [between(-0.25, 0.25), between(-0.25, 0.15)];
      const size = i % 3 === 0 ? 0.2 : 0.03;
      const lean = i % 7 === 0 ? 0.03 : 0.0005;
      const shade = between(0.2, 1);
      return {
        corners: Array.from({ length: 3 }, () => [
          x + between(-size, size),
          y + between(-size, size),
          0.1 - i / 4000 + between(-lean, lean),
          0.5,
          0.5,
          shade,
        ]),
        lit: true,
      };
    });
    const colours = (triangles: readonly Triangle[]): Head => {
      const head = headOf(triangles, 1);
      head.textures[0]!.pixels.set([230, 150, 90, 255]);
      return head;
    };
    // The first is no multiple of a tile in either direction, and its last band ends early.
    for (const [width, height] of [
      [204, 150],
      [256, 256],
    ] as const) {
      const forth = draw(colours(crowd), width, height);
      const back = draw(colours(crowd.toReversed()), width, height);
      // Light is rounded where a pixel is sampled, and a few samples lie equally near on two triangles.
      const changed = forth.bytes.reduce(
        (sum, value, i) => sum + (Math.abs(value - back.bytes[i]!) > 1 ? 1 : 0),
        0,
      );
      expect(changed).toBeLessThan(5);
    }
  });

  it('blends the last triangles even behind nearer ones', () => {
    const quad = (z: number, alpha: AlphaMode): Triangle => ({
      corners: [
        [-0.15, -0.2, z, 0, 1, 1],
        [0.15, -0.2, z, 1, 1, 1],
        [0, 0.1, z, 0.5, 0, 1],
      ],
      alpha,
    });
    expectAsPlain(headOf([quad(0, 'opaque'), quad(0.05, 'blend'), quad(-0.1, 'blend')]));
  });

  it('keeps to perspective over a plane that leads far back', () => {
    const floor = headOf(
      [
        [
          [-0.3, -0.2, 0.4, 0, 1, 1],
          [0.3, -0.2, 0.4, 1, 1, 1],
          [1.2, 0.2, -4, 1, 0, 1],
        ],
        [
          [-0.3, -0.2, 0.4, 0, 1, 1],
          [1.2, 0.2, -4, 1, 0, 1],
          [-1.2, 0.2, -4, 0, 0, 1],
        ],
      ].map((corners) => ({ corners })),
      4,
    );
    expectAsPlain(floor, 96, 64);
  });

  it('leaves no gap and draws nothing twice where triangles share an edge', () => {
    // A fan of half transparent triangles: a sample drawn twice or never would be of another colour.
    const place = (i: number): number[] => {
      const turn = (2 * Math.PI * i) / 23;
      return [0.11 * Math.cos(turn), -0.047 + 0.11 * Math.sin(turn), 0, 0.5, 0.5, 1];
    };
    const fan = Array.from({ length: 23 }, (_, i) => ({
      corners: [[0.003, -0.049, 0, 0.5, 0.5, 1], place(i), place(i + 1)],
      alpha: 'blend' as const,
    }));
    const head = headOf(fan, 1);
    head.textures[0]!.pixels.set([255, 255, 255, 128]);
    const frame = createFrame(256, 256);
    createHeadRenderer(head, {
      width: 256,
      height: 256,
      background: { kind: 'colour', rgb: [0, 0, 0] },
    }).render(restingPose(), frame);
    const { y } = planesOf(frame);
    for (let row = 0; row < 256; row++) {
      for (let column = 0; column < 256; column++) {
        if (Math.hypot(row - 127.5, column - 127.5) < 70) expect(y[row * 256 + column]).toBe(126);
      }
    }
  });

  it('draws each pixel inside a surface of many small triangles once, by the triangle that has its middle', () => {
    const loose = surfaceOf({ alpha: 'blend' });
    loose.textures[0]!.pixels.set([255, 255, 255, 128]);
    const frame = createFrame(256, 256);
    createHeadRenderer(loose, {
      ...{ width: 256, height: 256 },
      background: { kind: 'colour', rgb: [0, 0, 0] },
    }).render(restingPose(), frame);
    const { y } = planesOf(frame);
    const drawn = new Set<number>();
    for (let row = 78; row < 178; row++)
      for (let column = 78; column < 178; column++) drawn.add(y[row * 256 + column]!);
    expect([...drawn]).toEqual([126]);
  });

  it.each<[string, Partial<HeadPart>, readonly number[]]>([
    ['skin', { shine: { strength: 0.4, power: 20, strands: false } }, [150, 110, 95, 130]],
    ['moist lips', { shine: { strength: 0.5, power: 30, strands: false } }, [150, 80, 85, 250]],
    ['hair', { shine: { strength: 0.6, power: 60, strands: true }, alpha: 'mask' }, [90, 60, 40, 255]],
    ['a lit surface', { shine: { strength: 0.3, power: 12, strands: false }, lit: true }, [90, 60, 40, 99]],
  ])('shines as a plain one does: %s', (_, part, texel) => {
    const head = surfaceOf(part, 0.05, 3);
    head.textures[0]!.pixels.set(texel);
    const dull = draw({ ...head, parts: [{ ...head.parts[0]!, shine: undefined }] });
    const shining = draw(head);
    expect(shining.bytes.filter((value, i) => value > dull.bytes[i]! + 10).length).toBeGreaterThan(20);
    expectAsPlain(head);
  });

  it('keeps a highlight where the light is when the head turns', () => {
    const head = surfaceOf({ shine: { strength: 0.5, power: 60, strands: false } }, 0.05);
    head.textures[0]!.pixels.set([90, 90, 90, 150]);
    /** The brightest column, as seen from the head's middle, which stays where it is. */
    const brightest = (yaw: number): number => {
      const frame = createFrame(256, 256);
      createHeadRenderer(head, { width: 256, height: 256, background: BACKGROUND }).render(
        restingPose({}, { yaw }),
        frame,
      );
      const { y } = planesOf(frame);
      let best = 0;
      for (let i = 80 * 256; i < 180 * 256; i++)
        if (i % 256 > 78 && i % 256 < 178 && y[i]! > y[best]!) best = i;
      return best % 256;
    };
    const still = brightest(0);
    // The dome's own front moves 34 pixels to the side, its highlight as good as nothing: the dome is nearly round.
    expect(Math.abs(brightest(10) - still)).toBeLessThan(12);
  });

  it('does not draw triangles behind the camera or with NaN', () => {
    const outOfView = [0, 1, 2].map((i) => [0.1 * i, 0.1 * (i % 2), 2, 0, 0, 1]);
    const broken = [0, 1, 2].map((i) => [Number.NaN, 0.1 * i, 0, 0, 0, 1]);
    const across = [
      [0, -0.1, 0, 0, 0, 1],
      [0.1, 0, 0, 0, 0, 1],
      [0, 0, 1.2, 0, 0, 1],
    ];
    const frame = draw(headOf([{ corners: outOfView }, { corners: broken }, { corners: across }]));
    const { luma } = differences(
      frame,
      drawPlainly(headOf([]), SIZE, SIZE, paintBackground(BACKGROUND, SIZE, SIZE)),
      1,
    );
    expect(luma).toBe(0);
  });
});
