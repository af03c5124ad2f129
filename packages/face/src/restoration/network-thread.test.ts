import { openModel } from '@anima/inference';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NeuralModelError } from '../neural/onnx-network.js';
import type { RestorationNetwork } from '../neural/restoration-network.js';
import { seededRandom } from '../tracking/testing/portraits.js';
import { openNetworkThread } from './network-thread.js';
import { squareOf } from './testing/square-of.js';
import { openUpscaleNetwork } from './upscale-network.js';

let modelDir: string;
let thread: RestorationNetwork;
let here: RestorationNetwork;
const face = Float32Array.from({ length: 3 * 128 * 128 }, seededRandom(4));

beforeAll(async () => {
  modelDir = (await openModel('upscale-general')).dir;
  thread = await openNetworkThread({ model: 'general', modelDir, quality: 'fast', threads: 1 });
  here = await openUpscaleNetwork(modelDir, 'fast', 1);
});
afterAll(async () => {
  await thread?.close();
  await here?.close();
});

describe('openNetworkThread', () => {
  it('gives what the network gives', async () => {
    expect([thread.inputSize, thread.outputSize]).toEqual([128, 512]);
    expect(await thread.restore(face, 0)).toEqual(await here.restore(face, 0));
  });

  it('gives the same for a part as for the whole, away from its edge', async () => {
    const box = { x: 32, y: 40, size: 64 };
    const whole = await thread.restore(face, 0);
    const part = await thread.restorePart!(squareOf(face, 128, box), box.size);
    expect(part.length).toBe(3 * 256 * 256);
    let [most, sum] = [0, 0];
    for (let row = 64; row < 128; row++)
      for (let column = 64; column < 192; column++) {
        const off = Math.abs(part[row * 256 + column]! - whole[(160 + row) * 512 + 128 + column]!);
        most = Math.max(most, off);
        sum += off / (64 * 128);
      }
    // Noise is the worst that it can see; int8 rounds whatever reaches it from afar.
    expect(sum).toBeLessThan(0.02);
    expect(most).toBeLessThan(0.4);
  });

  it('leaves the thread that asks free', async () => {
    let turns = 0;
    const counting = setInterval(() => turns++, 1);
    await thread.restore(face, 0);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(5);
  });

  it('rejects what cannot be opened, or run, with the words of whoever could not', async () => {
    const opened = openNetworkThread({ model: 'gfpgan', path: '/nowhere/gfpgan.onnx', threads: 1 });
    await expect(opened).rejects.toThrow(NeuralModelError);
    await expect(opened).rejects.toThrow('gfpgan.onnx');
    await expect(thread.restore(new Float32Array(7), 0)).rejects.toThrow('7');
    expect(await thread.restore(face, 0)).toEqual(await here.restore(face, 0));
  });
});
