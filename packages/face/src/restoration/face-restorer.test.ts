import { openModel } from '@anima/inference';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFrame, type Frame } from '../image/frame.js';
import { rgbToFrame } from '../image/rgb-frame.js';
import type { RestorationNetwork } from '../neural/restoration-network.js';
import type { FaceModels } from '../tracking/face-models.js';
import {
  addNoise,
  drawMoved,
  drawOnto,
  loadSource,
  moveBy,
  openTestModels,
  portraitPath,
  type SourcePicture,
  seededRandom,
} from '../tracking/testing/portraits.js';
import { createFaceRestorer, type FaceRestorer, type FaceRestorerOptions } from './face-restorer.js';
import { openUpscaleNetwork } from './upscale-network.js';

const SIZE = 192;
const OPTIONS: Omit<FaceRestorerOptions, 'networks'> = {
  width: SIZE,
  height: SIZE,
  fps: 25,
  crop: 'close',
  strength: 0.55,
  fidelity: 0,
  upscale: 1,
  chromaSiting: 'left',
};

let models: FaceModels;
let networks: RestorationNetwork[];
let ada: SourcePicture;
let kofi: SourcePicture;

beforeAll(async () => {
  models = await openTestModels();
  const { dir } = await openModel('upscale-general');
  networks = [await openUpscaleNetwork(dir, 'fast', 1), await openUpscaleNetwork(dir, 'fast', 1)];
  [ada, kofi] = [
    await loadSource(await portraitPath('ada'), 512),
    await loadSource(await portraitPath('kofi'), 512),
  ];
});
afterAll(async () => {
  for (const network of networks ?? []) await network.close();
  await models?.close();
});

/** A head that drifts, under noise that is new in every frame. */
function frameAt(source: SourcePicture, time: number, deviation = 8): Frame {
  const move = { x: 0.7 * time, y: 0.3 * time, turn: 0.004 * time, scale: 1.1 };
  const rgb = drawMoved(source, moveBy(512, SIZE, move), SIZE, SIZE);
  return rgbToFrame(addNoise(rgb, deviation, seededRandom(10 + time)), SIZE, SIZE);
}

const restorer = (options: Partial<FaceRestorerOptions> = {}): FaceRestorer =>
  createFaceRestorer(models, { ...OPTIONS, networks, ...options });

async function inTurn(own: FaceRestorer, frames: readonly Frame[]): Promise<Uint8Array[]> {
  const done: Uint8Array[] = [];
  for (const frame of frames) {
    const copy = { ...frame, bytes: frame.bytes.slice() };
    await own.next(copy, copy);
    done.push(copy.bytes);
  }
  return done;
}

function meanChange(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, value, i) => sum + Math.abs(value - other[i]!), 0) / one.length;
}

/** Brightness in the middle third of a frame, which is all face. */
function middleOf(bytes: Uint8Array): Uint8Array {
  const third = SIZE / 3;
  return bytes
    .subarray(0, SIZE * SIZE)
    .filter((_, at) => Math.floor((at % SIZE) / third) === 1 && Math.floor(at / SIZE / third) === 1);
}

describe('createFaceRestorer', () => {
  it('gives the same frames whether they are given one by one or ahead', async () => {
    const frames = Array.from({ length: 4 }, (_, time) => frameAt(ada, time));
    const own = restorer();
    const sequential = await inTurn(own, frames);
    const copies = frames.map((frame) => ({ ...frame, bytes: frame.bytes.slice() }));
    const ahead = restorer();
    await Promise.all(copies.map((frame) => ahead.next(frame, frame)));
    for (const [i, { bytes }] of copies.entries()) {
      expect(Buffer.compare(bytes, sequential[i]!)).toBe(0);
      expect(meanChange(bytes, frames[i]!.bytes)).toBeGreaterThan(0.1);
    }
    expect([own.frames, own.framesWithFace, own.notes()]).toEqual([4, 4, []]);
  });

  it('steadies a face: a later frame is nearer to the truth than it would be as the first', async () => {
    const frames = Array.from({ length: 6 }, (_, time) => frameAt(ada, time));
    const last = (await inTurn(restorer(), frames)).at(-1)!;
    const [first] = await inTurn(restorer(), frames.slice(-1));
    const truth = frameAt(ada, 5, 0).bytes;
    const change = (bytes: Uint8Array): number => meanChange(middleOf(bytes), middleOf(truth));
    expect(change(last)).toBeLessThan(0.97 * change(first!));
  });

  it('forgets at a cut', async () => {
    const before = Array.from({ length: 3 }, (_, time) => frameAt(ada, time));
    const after = frameAt(kofi, 0);
    const shot = (await inTurn(restorer(), [...before, after])).at(-1)!;
    const [sequential] = await inTurn(restorer(), [after]);
    expect(Buffer.compare(shot, sequential!)).toBe(0);
  });

  it('leaves frames without a face unchanged and reports it', async () => {
    const noise = createFrame(SIZE, SIZE);
    const random = seededRandom(3);
    noise.bytes.forEach((_, i) => {
      noise.bytes[i] = 110 + 30 * random();
    });
    const own = restorer();
    const [done] = await inTurn(own, [noise]);
    expect(done).toEqual(noise.bytes);
    expect([own.frames, own.framesWithFace]).toEqual([1, 0]);
    expect(own.notes()).toEqual(['No face was found. The result is not restored.']);
  });

  it('leaves every frame unchanged at strength 0', async () => {
    const frames = [frameAt(ada, 0), frameAt(ada, 1)];
    for (const [i, done] of (await inTurn(restorer({ strength: 0 }), frames)).entries())
      expect(Buffer.compare(done, frames[i]!.bytes)).toBe(0);
  });

  it('restores two people in one picture', async () => {
    const rgb = new Uint8Array(3 * 384 * SIZE).fill(128);
    drawOnto(rgb, 384, SIZE, ada, moveBy(512, SIZE, {}));
    const { a, b, c, d, e, f } = moveBy(512, SIZE, { scale: 0.9 });
    drawOnto(rgb, 384, SIZE, kofi, { a, b, c: c + SIZE, d, e, f });
    const frame = rgbToFrame(addNoise(rgb, 8, seededRandom(1)), 384, SIZE);
    const [done] = await inTurn(restorer({ width: 384, height: SIZE }), [frame]);
    const changed = [0, 0];
    for (let at = 0; at < 384 * SIZE; at++)
      if (done![at] !== frame.bytes[at]) changed[Math.floor((at % 384) / SIZE)]!++;
    for (const pixels of changed) expect(pixels).toBeGreaterThan(2000);
  });

  it('fills frames of twice the size', async () => {
    const frame = frameAt(ada, 0);
    const original = frame.bytes.slice();
    const [bare, done] = [createFrame(2 * SIZE, 2 * SIZE), createFrame(2 * SIZE, 2 * SIZE)];
    await restorer({ upscale: 2, strength: 0 }).next(frame, bare);
    await restorer({ upscale: 2 }).next(frame, done);
    expect(frame.bytes).toEqual(original);
    expect(meanChange(done.bytes, bare.bytes)).toBeGreaterThan(0.1);
    expect(done.bytes.subarray(0, 2000)).toEqual(bare.bytes.subarray(0, 2000));
  });

  it('names the expected frames in errors', () => {
    const frame = createFrame(64, 64);
    expect(() => restorer().next(frame, frame)).toThrow('Expected a frame of 192 x 192, received 64 x 64');
    const own = createFrame(SIZE, SIZE);
    expect(() => restorer().next(own, createFrame(SIZE, SIZE))).toThrow('Expected the same frame');
  });

  it('rejects when the network fails, and from then on', async () => {
    const failing: RestorationNetwork = {
      inputSize: 128,
      outputSize: 512,
      restore: () => Promise.reject(new Error('out of memory')),
      restorePart: null,
      close: async () => {},
    };
    const own = restorer({ networks: [failing] });
    const [one, two] = [frameAt(ada, 0), frameAt(ada, 1)];
    const calls = [own.next(one, one), own.next(two, two)];
    for (const call of calls) await expect(call).rejects.toThrow('out of memory');
    expect(own.frames).toBe(0);
  });
});
