import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WINDOW_VALUES } from './mel-windows.js';
import { NeuralModelError } from './onnx-network.js';
import { createNetworkFiles } from './testing/network-files.js';
import {
  paintedByTestNetwork,
  restorationTestNetwork,
  type Wav2LipTestOptions,
  wav2LipTestNetwork,
} from './testing/test-networks.js';
import { FACE_VALUES, openWav2Lip, type Wav2Lip } from './wav2lip.js';

const files = createNetworkFiles();
const open = (options: Wav2LipTestOptions): Promise<Wav2Lip> =>
  files.opened(openWav2Lip(files.write('wav2lip.onnx', wav2LipTestNetwork(options)), 1));

/** Values without a pattern, the same in every run. */
const windowOf = (seed: number): Float32Array =>
  Float32Array.from({ length: WINDOW_VALUES }, (_, i) => 4 * Math.sin(i * i * 0.37 + seed));
const faceOf = (seed: number): Float32Array =>
  Float32Array.from({ length: FACE_VALUES }, (_, i) => 0.5 + 0.5 * Math.sin(i * 0.011 * (seed + 1) + seed));

function expectPainted(received: Float32Array, seed: number): void {
  const expected = paintedByTestNetwork(windowOf(seed), faceOf(seed));
  const largest = expected.reduce((most, value, i) => Math.max(most, Math.abs(value - received[i]!)), 0);
  expect(largest).toBeLessThan(1e-5);
}

describe('openWav2Lip', () => {
  it.each([
    { names: 'source, target', batch: 1 },
    { names: 'source, target', batch: 'dynamic' },
    { names: 'mel_spectrogram, video_frames', batch: 'dynamic' },
    { names: 'mel_spectrogram, video_frames', batch: 4 },
  ] as const)('paints what the network computes: $names, batch $batch', async (options) => {
    const network = await open(options);
    expect(network.batch).toBe(options.batch === 'dynamic' ? 8 : options.batch);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(1_000), { maxLength: 11 }), async (seeds) => {
        const painted = await network.paint(seeds.map(windowOf), seeds.map(faceOf));
        expect(painted).toHaveLength(seeds.length);
        for (const [i, seed] of seeds.entries()) expectPainted(painted[i]!, seed);
      }),
      { numRuns: 8 },
    );
  });

  it('leaves the faces it is given as they are', async () => {
    const network = await open({ names: 'source, target', batch: 'dynamic' });
    const face = faceOf(3);
    await network.paint([windowOf(3)], [face]);
    expect(face).toEqual(faceOf(3));
  });

  it.each([
    [
      'faces of another size',
      wav2LipTestNetwork({ names: 'source, target', batch: 1, faceSize: 192 }),
      '[*, 6, 96, 96] (faces',
    ],
    [
      'half precision',
      wav2LipTestNetwork({ names: 'source, target', batch: 1, type: 'float16' }),
      'source float16 [1, 1, 80, 16]',
    ],
    [
      'a network that wants to know more',
      wav2LipTestNetwork({ names: 'source, target', batch: 1, weight: true }),
      'received weight float32 [1]',
    ],
    ['a network for something else', restorationTestNetwork(), 'received input float32 [1, 3, 512, 512]'],
    [
      'a file that is no network',
      Buffer.from('version https://git-lfs.github.com/spec/v1'),
      'Expected an ONNX network',
    ],
  ])('refuses %s', async (_, bytes, reason) => {
    const refused = openWav2Lip(files.write('other.onnx', bytes), 1);
    await expect(refused).rejects.toThrow(NeuralModelError);
    await expect(refused).rejects.toMatchObject({ code: 'model_invalid' });
    await expect(refused).rejects.toThrow(reason);
    await expect(refused).rejects.toThrow('other.onnx');
  });

  it('refuses a file that is not there', async () => {
    await expect(openWav2Lip('/nowhere/wav2lip.onnx', 1)).rejects.toThrow(NeuralModelError);
  });
});
