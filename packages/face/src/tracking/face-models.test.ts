import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openModel } from '@anima/inference';
import { describe, expect, it } from 'vitest';
import { openFaceModels } from './face-models.js';

const FILES = ['face-detection.onnx', 'face-mesh.onnx', 'person-mask.onnx'];

async function withModels(
  change: (dir: string) => Promise<void>,
  use: (dir: string) => Promise<void>,
): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'anima-face-models-'));
  try {
    const { files } = await openModel('face-landmarks');
    for (const file of FILES) await copyFile(files.get(file)!, join(dir, file));
    await change(dir);
    await use(dir);
  } finally {
    await rm(dir, { recursive: true });
  }
}

describe('openFaceModels', () => {
  it('names the file that is not the expected model', async () => {
    await withModels(
      (dir) => copyFile(join(dir, 'person-mask.onnx'), join(dir, 'face-mesh.onnx')),
      (dir) =>
        expect(openFaceModels(dir)).rejects.toThrow(
          'Expected one input of float32 [1, 3, 192, 192] from face-mesh.onnx: it is not the model of models/face-landmarks',
        ),
    );
  });

  it('rejects a file that is no network', async () => {
    await withModels(
      (dir) => writeFile(join(dir, 'person-mask.onnx'), 'no network'),
      (dir) => expect(openFaceModels(dir)).rejects.toThrow(/person-mask\.onnx/),
    );
  });

  it('has no operation that onnxruntime takes value by value: PRelu was half the time of the mesh', async () => {
    const { files } = await openModel('face-landmarks');
    for (const file of FILES) expect((await readFile(files.get(file)!)).includes('PRelu')).toBe(false);
  });

  it('gives networks their sizes, and copies of their outputs', async () => {
    const models = await openFaceModels((await openModel('face-landmarks')).dir);
    try {
      const { detection, mesh, personMask } = models;
      expect([detection, mesh, personMask].map(({ size }) => size)).toEqual([128, 192, 256]);
      detection.input.fill(0.5);
      const [grey] = await detection.run();
      const original = grey!.slice();
      detection.input.fill(0.9);
      const [bright] = await detection.run();
      expect(grey).toEqual(original);
      expect(bright).not.toEqual(grey);
    } finally {
      await models.close();
    }
  });
});
