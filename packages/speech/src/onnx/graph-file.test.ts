import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FLOAT } from './graph.js';
import { NOISE } from './graph-additions.js';
import { openGraph, readGraphFile } from './graph-file.js';

/** Encodes fields of onnx.proto with the one-byte lengths of a small network. */
const field = (number: number, ...content: (number | number[])[]): number[] => {
  const bytes = content.flat();
  expect(bytes.length).toBeLessThan(128);
  return [number * 8 + 2, bytes.length, ...bytes];
};
const text = (number: number, value: string): number[] => field(number, [...Buffer.from(value)]);
const node = (operation: string, inputs: string[], output: string): number[] =>
  field(1, ...inputs.map((name) => text(1, name)), text(2, output), text(4, operation));
/** Describes a vector of floats whose length is called n. */
const value = (number: number, name: string): number[] =>
  field(number, text(1, name), field(2, field(1, [8, FLOAT], field(2, field(1, text(2, 'n'))))));
/** Encodes a model of IR version 8 with operations of version 13. */
const model = (...graph: number[][]): Buffer =>
  Buffer.from([8, 8, ...field(7, ...graph, text(2, 'g')), ...field(8, [16, 13])]);

const CHAIN = model(
  node('Neg', ['x'], 'hidden'),
  node('Relu', ['hidden'], 'y'),
  value(11, 'x'),
  value(12, 'y'),
);
const NOISY = model(
  node('RandomNormalLike', ['x'], 'drawn'),
  node('Add', ['x', 'drawn'], 'y'),
  value(11, 'x'),
  value(12, 'y'),
);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'anima-graph-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(bytes: Uint8Array): string {
  const path = join(folder, 'network.onnx');
  writeFileSync(path, bytes);
  return path;
}
const vector = (...values: number[]): Tensor => new Tensor('float32', Float32Array.from(values));
const floats = (results: InferenceSession.OnnxValueMapType, name: string): number[] =>
  Array.from(results[name]!.data as Float32Array);

describe('readGraphFile', () => {
  it('returns the inputs, nodes and outputs of a network', () => {
    const { inputs, outputs, nodes } = readGraphFile(file(CHAIN));
    expect([...inputs]).toEqual([['x', FLOAT]]);
    expect(outputs).toEqual(['y']);
    expect(nodes.map(({ operation, inputs, outputs }) => [operation, inputs, outputs])).toEqual([
      ['Neg', ['x'], ['hidden']],
      ['Relu', ['hidden'], ['y']],
    ]);
  });

  it('skips weights that are larger than the window', () => {
    const weights = Buffer.alloc(300_000, 7);
    // Field 9 of an initializer, its length in three bytes: 300,000 is 0x493e0.
    const raw = Buffer.concat([Buffer.from([9 * 8 + 2, 0xe0, 0xa7, 0x12]), weights]);
    const length = raw.length + text(8, 'w').length;
    const tensor = [5 * 8 + 2, (length & 0x7f) | 0x80, ((length >> 7) & 0x7f) | 0x80, length >> 14];
    const content = Buffer.concat([Buffer.from([...tensor, ...text(8, 'w')]), raw]);
    const size = content.length;
    const graph = [7 * 8 + 2, (size & 0x7f) | 0x80, ((size >> 7) & 0x7f) | 0x80, size >> 14];
    const whole = Buffer.concat([CHAIN, Buffer.from(graph), content]);
    expect(readGraphFile(file(whole)).nodes).toHaveLength(2);
    expect(() => readGraphFile(file(whole.subarray(0, -1)))).toThrow('cut short');
  });

  it.each([
    ['a file of which the end is missing', CHAIN.subarray(0, -20), 'cut short'],
    ['an empty file', Buffer.alloc(0), 'Expected an ONNX network'],
    [
      'the pointer that Git LFS leaves',
      Buffer.from('version https://git-lfs.github.com/spec/v1\noid'),
      'Expected',
    ],
    ['bytes of another kind', Buffer.alloc(200, 0xff), 'Expected'],
  ])('rejects %s', (_, bytes, reason) => {
    expect(() => readGraphFile(file(bytes))).toThrow(reason);
  });
});

describe('openGraph', () => {
  it('adds an inner value to the outputs', async () => {
    const session = await openGraph(file(CHAIN), 'hidden', 'fed');
    expect(session.outputNames).toEqual(['y', 'hidden']);
    const results = await session.run({ x: vector(1, -2, 3) });
    expect(floats(results, 'hidden')).toEqual([-1, 2, -3]);
    expect(floats(results, 'y')).toEqual([0, 2, 0]);
    await session.release();
  });

  it('does not change a network that has the output already', async () => {
    const session = await openGraph(file(CHAIN), 'y', 'fed');
    expect(session.outputNames).toEqual(['y']);
    expect(session.inputNames).toEqual(['x']);
    await session.release();
  });

  it('replaces the noise that a network draws', async () => {
    const session = await openGraph(file(NOISY), 'y', 'fed');
    expect(session.inputNames).toEqual(['x', NOISE]);
    for (let again = 0; again < 2; again++) {
      const results = await session.run({ x: vector(10, 20, 30), [NOISE]: vector(1, 2, 3, 4, 5) });
      expect(floats(results, 'y')).toEqual([11, 22, 33]);
    }
    await session.release();
  });

  it('keeps the noise of the network on request', async () => {
    const session = await openGraph(file(NOISY), 'y', 'own');
    expect(session.inputNames).toEqual(['x']);
    const given = { x: vector(10, 20, 30) };
    expect(floats(await session.run(given), 'y')).not.toEqual(floats(await session.run(given), 'y'));
    await session.release();
  });

  it('reports a missing output value', async () => {
    await expect(openGraph(file(CHAIN), 'nowhere', 'fed')).rejects.toThrow('nowhere');
  });
});
