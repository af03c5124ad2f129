import { describe, expect, it } from 'vitest';
import { NeuralModelError } from './onnx-network.js';
import { openRestorationNetwork, type RestorationNetwork } from './restoration-network.js';
import { createNetworkFiles } from './testing/network-files.js';
import { restorationTestNetwork, restoredByTestNetwork } from './testing/test-networks.js';

const files = createNetworkFiles();

const VALUES = 3 * 512 * 512;
const FACE = Float32Array.from(
  { length: VALUES },
  (_, i) => 0.5 + 0.5 * Math.sin(i * 0.0131 + Math.sin(i * 0.0007)),
);

async function open(
  model: Parameters<typeof openRestorationNetwork>[1],
  options: Parameters<typeof restorationTestNetwork>[0],
): Promise<RestorationNetwork> {
  const path = files.write(`${model}.onnx`, restorationTestNetwork(options));
  return files.opened(openRestorationNetwork(path, model, 1));
}

/** Checks every 97th value: this covers all rows, columns and channels, including edges. */
function expectRestored(received: Float32Array, weight: number): void {
  expect(received).toHaveLength(VALUES);
  let largest = 0;
  for (let i = 0; i < VALUES; i += i < 600 ? 1 : 97)
    largest = Math.max(largest, Math.abs(received[i]! - restoredByTestNetwork(FACE, i, weight)));
  expect(largest).toBeLessThan(1e-6);
}

describe('openRestorationNetwork', () => {
  it.each(['gfpgan', 'restoreformer', 'gpen'] as const)(
    'gives what %s computes, held in 0 to 1',
    async (model) => {
      const network = await open(model, {});
      expect([network.inputSize, network.outputSize]).toEqual([512, 512]);
      const before = FACE.slice();
      const restored = await network.restore(FACE, 1);
      expectRestored(restored, 0);
      expect(restored.some((value) => value === 0) && restored.some((value) => value === 1)).toBe(true);
      expect(Buffer.compare(Buffer.from(FACE.buffer), Buffer.from(before.buffer))).toBe(0);
    },
  );

  it.each([
    { name: 'weight', type: 'float64', shape: [] },
    { name: 'weight', type: 'float64', shape: [1] },
    { name: 'w', type: 'float32', shape: [1] },
  ] as const)('tells CodeFormer its fidelity: $name $type $shape', async (weight) => {
    const network = await open('codeformer', { weight, logits: true });
    for (const fidelity of [0, 0.7, 1]) expectRestored(await network.restore(FACE, fidelity), fidelity);
  });

  const weight = { name: 'weight', type: 'float64', shape: [1] } as const;
  it.each([
    ['CodeFormer without a fidelity', 'codeformer', {}, '(the fidelity)'],
    ['GFPGAN with one', 'gfpgan', { weight }, 'received weight float64 [1]'],
    ['faces of another size', 'gpen', { size: 256 }, 'received input float32 [1, 3, 256, 256]'],
    ['half precision', 'gfpgan', { type: 'float16' }, 'received input float16 [1, 3, 512, 512]'],
  ] as const)('refuses %s', async (_, model, options, reason) => {
    const refused = open(model, options);
    await expect(refused).rejects.toThrow(NeuralModelError);
    await expect(refused).rejects.toThrow(reason);
  });

  it('refuses a face of another size', async () => {
    const network = await open('gfpgan', {});
    await expect(network.restore(new Float32Array(12), 1)).rejects.toThrow('received 12');
  });
});
