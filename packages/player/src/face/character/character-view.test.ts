import { readFileSync } from 'node:fs';
import { LIVE_VALUES } from '@anima/face/motion';
import { findChromium, openBrowser, type PageWatch, watchPage } from '@anima/test-browser';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedGlb } from '../../testing/changed-glb.js';
import { type FacePage, openFacePage } from '../../testing/face-page.js';

const SIDE = 128;
const suzu = (name: string) =>
  readFileSync(new URL(`../../../../face/fixtures/vrm/suzu-${name}.vrm`, import.meta.url));

/** The values of LIVE_VALUES of these names, the others nought. */
function values(named: Partial<Record<(typeof LIVE_VALUES)[number], number>>): Float32Array {
  return Float32Array.from(LIVE_VALUES, (name) => named[name] ?? 0);
}
const rest = values({});
const turned = values({ headYaw: 0.35 });

/** Mean difference of red, green and blue, in levels. */
function difference(one: Uint8Array, other: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) if (i % 4 < 3) sum += Math.abs(one[i]! - other[i]!);
  return (sum / one.length) * (4 / 3);
}

describe.skipIf(findChromium() === null)('a VRM character in a page (no chromium on PATH: skipped)', () => {
  let browser: Browser;
  let face: FacePage;
  let watch: PageWatch;
  const messages: string[] = [];
  const loaded: string[] = [];
  beforeAll(async () => {
    browser = await openBrowser();
    face = await openFacePage(browser);
    watch = await watchPage(face.page);
    face.page.on('console', (message) => messages.push(message.text()));
    face.page.on('request', (request) => loaded.push(request.url()));
    // Clock of the springs.
    await face.run(`globalThis.now = 1000; performance.now = () => now`);
  });
  afterAll(() => browser?.close());

  /** Drawn ten times a second, small. */
  const wait = (seconds: number) =>
    face.run(`face.resize(16, 16, 1);
      for (let i = 0; i < ${seconds * 10}; i++) { now += 100; face.draw(); }
      face.resize(${SIDE}, ${SIDE}, 1)`);

  it('costs a head of another kind nothing', async () => {
    await face.open(
      readFileSync(new URL('../../../../../models/heads/leo.glb', import.meta.url)),
      'glb',
      SIDE,
    );
    expect(loaded.filter((url) => url.includes('character-view'))).toEqual([]);
    await face.open(suzu('1'), 'vrm', SIDE);
    expect(loaded.filter((url) => url.includes('character-view'))).toHaveLength(1);
  });

  it.each(['0', '1', '0-arkit', '1-arkit'])('suzu-%s speaks, looks about and blinks', async (name) => {
    await face.open(suzu(name), 'vrm', SIDE);
    const atRest = await face.pixels(rest);
    const shown = async (named: Parameters<typeof values>[0]) =>
      difference(await face.pixels(values(named)), atRest);
    expect(await shown({ jawOpen: 0.6 })).toBeGreaterThan(0.05);
    expect(await shown({ eyeLookOutLeft: 1, eyeLookInRight: 1 })).toBeGreaterThan(0.05);
    expect(await shown({ eyeLookUpLeft: 1, eyeLookUpRight: 1 })).toBeGreaterThan(0.05);
    expect(await shown({ eyeBlinkLeft: 1, eyeBlinkRight: 1 })).toBeGreaterThan(0.05);
    expect(await shown({})).toBe(0);
  });

  it.each(['0', '1'])(
    'suzu-%s has hair that swings when its head turns, and hangs still again',
    async (name) => {
      await face.open(suzu(name), 'vrm', SIDE);
      const atRest = await face.pixels(rest);
      await face.pixels(turned);
      await wait(0.1);
      const swinging = await face.pixels();
      await wait(3);
      const still = await face.pixels();
      expect(difference(swinging, still)).toBeGreaterThan(0.01);
      await face.pixels(rest);
      await wait(3);
      expect(difference(await face.pixels(), atRest)).toBeLessThan(0.05);
    },
  );

  it('of a humanoid that three-vrm cannot read is drawn as in clips, with a note on the console', async () => {
    const legless = changedGlb(suzu('1'), ({ extensions }) => {
      delete extensions.VRMC_vrm!.humanoid.humanBones.hips;
    });
    const before = messages.length;
    await face.open(legless, 'vrm', SIDE);
    expect(messages.slice(before).join('\n')).toContain('drawn as in clips');
    const drawn = await face.pixels(rest);
    await face.open(suzu('1'), 'vrm', SIDE);
    expect(difference(drawn, await face.pixels(rest))).toBeLessThan(5);
  });

  it.each([
    [
      'a picture elsewhere',
      'is in another file',
      ({ images }) => images.splice(0, 1, { uri: 'http://192.0.2.1/x.png' }),
    ],
    [
      'a damaged picture',
      'is not a readable image',
      ({ images }) => Object.assign(images[0]!, { bufferView: 0 }),
    ],
  ] satisfies [string, string, Parameters<typeof changedGlb>[1]][])(
    '%s is refused',
    async (_, words, change) => {
      await expect(face.open(changedGlb(suzu('1'), change), 'vrm', SIDE)).rejects.toThrow(words);
    },
  );

  it('is not laid out in more memory than its file is worth', async () => {
    const huge = changedGlb(suzu('1'), ({ accessors }) =>
      accessors.push({ componentType: 5126, type: 'VEC3', count: 1_000_000_000 }),
    );
    const before = messages.length;
    await face.open(huge, 'vrm', SIDE);
    expect(messages.slice(before).join('\n')).toContain('Expected a VRM with lists of at most');
  });

  it('gives everything back', async () => {
    await face.run('globalThis.face.dispose(); globalThis.face = undefined');
    await face.run(`globalThis.alive = new Map();
      for (const kind of ['Buffer', 'Program', 'VertexArray', 'Texture'])
        for (const [verb, step] of [['create', 1], ['delete', -1]]) {
          const own = WebGL2RenderingContext.prototype[verb + kind];
          WebGL2RenderingContext.prototype[verb + kind] = function (...given) {
            if (verb === 'create' || given[0]) alive.set(kind, (alive.get(kind) ?? 0) + step);
            return own.apply(this, given);
          };
        }`);
    await face.open(suzu('0'), 'vrm', SIDE);
    await face.pixels(turned);
    await face.run('face.dispose(); globalThis.face = undefined');
    const { Texture: textures, ...others } =
      await face.run<Record<string, number>>('Object.fromEntries(alive)');
    expect(others).toEqual({ Buffer: 0, Program: 0, VertexArray: 0 });
    expect(textures).toBeLessThanOrEqual(4);
  });

  it('made no request outside of the machine, and no script failed', () => {
    expect(watch.outside).toEqual([]);
    // GLTFLoader reports the damaged image.
    expect(watch.errors.filter((error) => !error.includes("Couldn't load texture blob:"))).toEqual([]);
  });
});
