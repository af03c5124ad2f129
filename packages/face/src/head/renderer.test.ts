import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openModel } from '@anima/inference';
import { describe, expect, it } from 'vitest';
import { ARKIT_SHAPES, type ArkitShape } from '../arkit-shapes.js';
import { createFrame, type Frame, planesOf } from '../image/frame.js';
import type { FacePose } from '../timeline/face-motion.js';
import { VISEMES, visemeShapes } from '../timeline/mouth/mouth-shapes.js';
import type { Background } from './background.js';
import type { Head } from './head.js';
import { createHeadRenderer } from './renderer.js';
import { openHead } from './sharp-head.js';
import { restingPose } from './testing/resting-pose.js';
import { SHIPPED_HEADS } from './testing/shipped-heads.js';

const { dir } = await openModel('heads');
const heads: readonly (readonly [string, Head])[] = await Promise.all(
  SHIPPED_HEADS.map(
    async (name) => [name, await openHead(await readFile(join(dir, `${name}.glb`)))] as const,
  ),
);
const [, leo] = heads[1]!;
const SIZE = 512;

type HeadRenderer = ReturnType<typeof createHeadRenderer>;
const renderers = new WeakMap<Head, Map<string, HeadRenderer>>();

/** One for each head, background and size: to make one takes as long as twenty frames. */
function rendererOf(head: Head, background: Background, size: number): HeadRenderer {
  const ofHead = renderers.get(head) ?? new Map<string, HeadRenderer>();
  renderers.set(head, ofHead);
  const key = `${size} ${JSON.stringify(background)}`;
  const renderer = ofHead.get(key) ?? createHeadRenderer(head, { width: size, height: size, background });
  ofHead.set(key, renderer);
  return renderer;
}

function draw(head: Head, pose: FacePose, background: Background = { kind: 'default' }, size = SIZE): Frame {
  const frame = createFrame(size, size);
  rendererOf(head, background, size).render(pose, frame);
  return frame;
}

/** Chroma samples, of 2 x 2 pixels, that are greener than half the way to green; from `left`, `top` to `right`, `bottom` (0 to 1). */
function greenSamples(
  { width, height, bytes }: Frame,
  left: number,
  top: number,
  right: number,
  bottom: number,
): number {
  const { u, v } = planesOf({ width, height, bytes });
  let count = 0;
  for (let y = Math.floor((top * height) / 2); y < (bottom * height) / 2; y++) {
    for (let x = Math.floor((left * width) / 2); x < (right * width) / 2; x++) {
      const at = (y * width) / 2 + x;
      if (u[at]! < 100 && v[at]! < 90) count++;
    }
  }
  return count;
}

/** The lips without their corners, which the mouth interior closes. */
const LIPS = [0.45, 0.48, 0.55, 0.68] as const;
const EYES = [0.3, 0.25, 0.7, 0.5] as const;
const GREY: Background = { kind: 'colour', rgb: [128, 128, 128] };
const FACE = [0.4, 0.3, 0.6, 0.6] as const;

/** White samples on a lid: between them and the green of the eye below them in their column is something else. */
function strayLight({ width, height, bytes }: Frame): number {
  const { y: luma, u, v } = planesOf({ width, height, bytes });
  let count = 0;
  for (let x = Math.floor(0.3 * width); x < 0.7 * width; x++) {
    let [white, since] = [0, 0];
    for (let y = Math.floor(0.33 * height); y < 0.44 * height; y++) {
      const chroma = (y >> 1) * (width >> 1) + (x >> 1);
      if (u[chroma]! < 110 && v[chroma]! < 110) break;
      const isWhite = luma[y * width + x]! > 215;
      if (isWhite) white++;
      since = isWhite ? 0 : since + 1;
    }
    if (since > 4) count += white;
  }
  return count;
}

/** The head with eyes that are green all over, to find them by. */
function greenEyed(head: Head): Head {
  const eyes = new Set(head.parts.filter(({ role }) => role === 'eye').map(({ texture }) => texture));
  const green = { width: 1, height: 1, pixels: Uint8Array.of(0, 255, 0, 255), repeats: false };
  return { ...head, textures: head.textures.map((texture, i) => (eyes.has(i) ? green : texture)) };
}

describe.each(heads)('%s', (_, head) => {
  /** Only the skin, on green: shows how much of the area behind the lips is visible. */
  const hollow = { ...head, parts: head.parts.filter(({ role }) => role === 'skin') };
  const opening = (weights: Partial<Record<ArkitShape, number>>): number =>
    greenSamples(draw(hollow, restingPose(weights), { kind: 'green' }), ...LIPS);

  it('closes its lips on p, b, m, whatever the jaw does, and at rest', () => {
    expect(opening({})).toBeLessThan(3);
    expect(opening({ ...visemeShapes.PP })).toBeLessThan(3);
    for (const jaw of [0.1, 0.25, 0.4, 0.6]) {
      expect(opening({ ...visemeShapes.PP, jawOpen: jaw, mouthClose: jaw })).toBeLessThan(3);
    }
    expect(opening({ ...visemeShapes.aa })).toBeGreaterThan(100);
  });

  it('has no hole in its face, for any shape and any viseme', () => {
    const poses = [
      ...ARKIT_SHAPES.map((shape) => ({ [shape]: 1 })),
      ...VISEMES.map((viseme) => visemeShapes[viseme]),
      { eyeBlinkLeft: 0.5, eyeBlinkRight: 0.5 },
    ];
    const frame = createFrame(256, 256);
    const renderer = createHeadRenderer(head, { width: 256, height: 256, background: { kind: 'green' } });
    for (const weights of poses) {
      renderer.render(restingPose(weights), frame);
      expect([weights, greenSamples(frame, ...FACE)]).toEqual([weights, 0]);
    }
  });

  it('shuts its lids: no eye is seen in a blink', () => {
    const eyed = greenEyed(head);
    const seen = (blink: number): number =>
      greenSamples(draw(eyed, restingPose({ eyeBlinkLeft: blink, eyeBlinkRight: blink }), GREY), ...EYES);
    expect(seen(1)).toBe(0);
    expect(seen(0)).toBeGreaterThan(80);
  });

  it('draws no part of an eye, nor its glint, through lids that are closing', () => {
    const eyed = greenEyed(head);
    for (const blink of [0.2, 0.4, 0.6, 0.8]) {
      const shown = draw(eyed, restingPose({ eyeBlinkLeft: blink, eyeBlinkRight: blink }), GREY, 1024);
      expect([blink, strayLight(shown)]).toEqual([blink, 0]);
    }
  });

  it('keeps its tongue behind the lower lip while the mouth is hardly open', () => {
    const still = draw(head, restingPose({ jawOpen: 0.12 }));
    const out = draw(head, restingPose({ jawOpen: 0.12, tongueOut: 1 }));
    // Below the mouth opening no more than two pixels of the edge of the lip may turn red.
    expect(changed(still, out, 0.57, 0.68)).toBeLessThan(8);
  });
});

/** Luma samples between two heights (0 to 1) that differ by more than 8 levels. */
function changed(a: Frame, b: Frame, top: number, bottom: number): number {
  let count = 0;
  for (let i = Math.floor(top * a.height) * a.width; i < bottom * a.height * a.width; i++) {
    if (Math.abs(a.bytes[i]! - b.bytes[i]!) > 8) count++;
  }
  return count;
}

describe('head renderer', () => {
  const talking = restingPose(
    { jawOpen: 0.5, eyeBlinkLeft: 0.3 },
    { yaw: 7, pitch: -4, roll: 2, breath: 0.6 },
  );

  it('draws the same pose as the same bytes, whatever was drawn before', () => {
    const fresh = () =>
      createHeadRenderer(leo, { width: SIZE, height: SIZE, background: { kind: 'default' } });
    const [first, frame] = [createFrame(SIZE, SIZE), createFrame(SIZE, SIZE)];
    fresh().render(talking, first);
    const renderer = fresh();
    for (const pose of [restingPose({}, { yaw: -20 }), restingPose({ jawOpen: 1 }), talking])
      renderer.render(pose, frame);
    expect(Buffer.compare(frame.bytes, first.bytes)).toBe(0);
  });

  it('turns as FacePose says', () => {
    /** Mean position of the green parts of the eyes, in pixels. */
    const eyed = greenEyed(leo);
    const eyes = (pose: FacePose): [number, number] => {
      const { u, v } = planesOf(draw(eyed, pose, GREY));
      let [x, y, total] = [0, 0, 0];
      u.forEach((value, i) => {
        if (value >= 100 || v[i]! >= 100) return;
        x += 2 * (i % (SIZE / 2));
        y += 2 * Math.floor(i / (SIZE / 2));
        total++;
      });
      return [x / total, y / total];
    };
    const [x, y] = eyes(restingPose());
    expect(eyes(restingPose({}, { yaw: 8 }))[0]).toBeGreaterThan(x + 15);
    expect(eyes(restingPose({}, { pitch: 5 }))[1]).toBeGreaterThan(y + 8);
    expect(eyes(restingPose({}, { roll: 5 }))[0]).toBeGreaterThan(x + 10);
  });

  it('holds the head within what was modelled', () => {
    const far = draw(leo, restingPose({}, { yaw: 80, pitch: -70, roll: 90, breath: 9 }), undefined, 128);
    expect(
      Buffer.compare(
        far.bytes,
        draw(leo, restingPose({}, { yaw: 24, pitch: -13, roll: 20, breath: 1 }), undefined, 128).bytes,
      ),
    ).toBe(0);
  });

  it('moves smoothly: a tenth of a degree moves no sample by much', () => {
    const before = draw(leo, restingPose({}, { yaw: 1 }));
    const after = draw(leo, restingPose({}, { yaw: 1.1 }));
    let most = 0;
    before.bytes.forEach((value, i) => {
      most = Math.max(most, Math.abs(value - after.bytes[i]!));
    });
    expect(most).toBeGreaterThan(0);
    // Black lashes and strands on skin cross a pixel in about this.
    expect(most).toBeLessThan(110);
  });

  it('breathes: the shoulders rise, the background stays', () => {
    const out = draw(leo, restingPose({}, { breath: -1 }));
    const into = draw(leo, restingPose({}, { breath: 1 }));
    expect(changed(out, into, 0.78, 1)).toBeGreaterThan(300);
    expect(out.bytes.subarray(0, 100)).toEqual(into.bytes.subarray(0, 100));
  });

  it.each<Background>([
    { kind: 'default' },
    { kind: 'colour', rgb: [10, 200, 90] },
    { kind: 'gradient', top: [0, 0, 0], bottom: [255, 255, 255] },
    { kind: 'picture', rgb: new Uint8Array(3 * 128 * 64).fill(99) },
    { kind: 'green' },
  ])('stands before a background: $kind', (background) => {
    const frame = createFrame(128, 64);
    createHeadRenderer(leo, { width: 128, height: 64, background }).render(restingPose(), frame);
    const { y, u, v } = planesOf(frame);
    const corner = [y[0], u[0], v[0]];
    const colours = {
      default: [122, 136, 150],
      colour: [10, 200, 90],
      gradient: [2, 2, 2],
      picture: [99, 99, 99],
      green: [0, 255, 0],
    };
    const [red, green, blue] = colours[background.kind] as [number, number, number];
    // BT.709, limited range.
    const luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    const expected = [
      16 + (219 / 255) * luma,
      128 + ((224 / 255) * (blue - luma)) / 1.8556,
      128 + ((224 / 255) * (red - luma)) / 1.5748,
    ];
    corner.forEach((value, k) => {
      expect(Math.abs(value! - expected[k]!)).toBeLessThan(1.2);
    });
    // And a head before it, in the middle.
    expect(Math.abs(u[16 * 64 + 32]! - corner[1]!) + Math.abs(v[16 * 64 + 32]! - corner[2]!)).toBeGreaterThan(
      5,
    );
  });

  it('mixes green into edges only as far as they cover it', () => {
    // No sample may be greener than green or have a hue that neither green nor the head alone has: u and v of a mix lie between.
    const plain = draw(leo, restingPose(), { kind: 'colour', rgb: [128, 128, 128] }, 128);
    const keyed = draw(leo, restingPose(), { kind: 'green' }, 128);
    const a = planesOf(plain);
    const b = planesOf(keyed);
    a.u.forEach((value, i) => {
      // Share of green by each chroma plane, against grey: 42 and 26 instead of 128.
      const byBlue = (value - b.u[i]!) / 86;
      const byRed = (a.v[i]! - b.v[i]!) / 102;
      expect(Math.abs(byBlue - byRed)).toBeLessThan(0.04);
      expect(byBlue).toBeGreaterThan(-0.02);
      expect(byBlue).toBeLessThan(1.02);
    });
  });

  it.each([
    [63, 64],
    [64, 2050],
    [62, 64],
    [64.5, 64],
  ])('refuses %d x %d', (width, height) => {
    expect(() => createHeadRenderer(leo, { width, height, background: { kind: 'green' } })).toThrow(
      RangeError,
    );
  });

  it('refuses a frame of another size and a picture of another size', () => {
    const renderer = createHeadRenderer(leo, { width: 64, height: 64, background: { kind: 'green' } });
    expect(() => renderer.render(restingPose(), createFrame(64, 66))).toThrow('64 x 66');
    const picture: Background = { kind: 'picture', rgb: new Uint8Array(5) };
    expect(() => createHeadRenderer(leo, { width: 64, height: 64, background: picture })).toThrow(
      '12288 bytes',
    );
  });

  it('fills a wide and a tall picture, the head in the middle', () => {
    for (const [width, height] of [
      [256, 96],
      [96, 256],
    ] as const) {
      const frame = createFrame(width, height);
      createHeadRenderer(leo, { width, height, background: { kind: 'green' } }).render(restingPose(), frame);
      expect(greenSamples(frame, 0.45, 0.3, 0.55, 0.6)).toBe(0);
    }
  });
});
