import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRegistry, resolveModelsDir } from '@anima/inference';
import { describe, expect, it } from 'vitest';
import { FIELD } from './graph.js';
import { type Field, fieldsOf, sourceOf, textOf } from './protobuf.js';

/** TensorProto.DataType. */
const INT8 = 3;
/**
 * Maximum weight. CPUs without VNNI add two products of an activation (0 to 255) and an int8 weight in 16
 * bits: 2 x 255 x 64 fits, larger weights would give other results there. Products of two uint8 are added in
 * 32 bits.
 */
const MOST = 64;

/** Returns the largest int8 number of each tensor with more than one. */
function int8Tensors(path: string): { name: string; largest: number }[] {
  const bytes = readFileSync(path);
  const source = sourceOf(bytes);
  const parts = ({ start, end }: Field): Field[] => [...fieldsOf(source, start, end)];
  const graph = [...fieldsOf(source)].find(({ number }) => number === FIELD.model.graph)!;
  const tensors: { name: string; largest: number }[] = [];
  for (const field of parts(graph)) {
    if (field.number !== FIELD.graph.initializer) continue;
    const tensor = new Map(parts(field).map((part) => [part.number, part]));
    const raw = tensor.get(FIELD.tensor.raw);
    if (tensor.get(FIELD.tensor.element)?.value !== INT8 || raw === undefined) continue;
    const values = new Int8Array(bytes.buffer, bytes.byteOffset + raw.start, raw.end - raw.start);
    const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    if (values.length > 1) tensors.push({ name: textOf(source, tensor.get(FIELD.tensor.name)!), largest });
  }
  return tensors;
}

describe('the networks that ship', () => {
  it('give the same sums on every CPU: no int8 weight exceeds 64', async () => {
    const modelsDir = resolveModelsDir();
    const networks = (await readRegistry(modelsDir)).flatMap(({ name, files }) =>
      files.filter(({ path }) => path.endsWith('.onnx')).map(({ path }) => join(name, path)),
    );
    const found = networks.map((network) => ({ network, tensors: int8Tensors(join(modelsDir, network)) }));
    expect(found.filter(({ tensors }) => tensors.length > 0).map(({ network }) => network)).toEqual([
      'bge-small-en-v1.5-int8/model.onnx',
      'multilingual-e5-small/model.onnx',
      'upscale-general/model-int8.onnx',
    ]);
    const beyond = found.flatMap(({ network, tensors }) =>
      tensors.filter(({ largest }) => largest > MOST).map(({ name }) => `${network}: ${name}`),
    );
    expect(beyond).toEqual([]);
  });
});
