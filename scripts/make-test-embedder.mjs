/**
 * Writes services/memory/fixtures/tiny-embedder/model.onnx: a network with the interface of the embedding model and 64
 * dimensions, for the tests that change from one model to another. A token is a wave of its number, a text the mean of its
 * tokens: texts with the same words are near each other, and nothing was trained. Needs a build.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { onnxFile } from '../packages/face/dist/neural/testing/onnx-file.js';

const DIMENSIONS = 64;
const tokens = (name) => ({ name, type: 'int64', shape: [1, 'tokens'] });

const network = onnxFile({
  inputs: ['input_ids', 'attention_mask', 'token_type_ids'].map(tokens),
  outputs: [{ name: 'last_hidden_state', type: 'float32', shape: [1, 'tokens', DIMENSIONS] }],
  nodes: [
    { operation: 'Cast', inputs: ['input_ids'], output: 'numbers', attributes: { to: 1 } },
    { operation: 'Unsqueeze', inputs: ['numbers', 'two'], output: 'column' },
    { operation: 'Mul', inputs: ['column', 'frequencies'], output: 'angles' },
    { operation: 'Sin', inputs: ['angles'], output: 'waves' },
    { operation: 'ReduceMean', inputs: ['waves'], output: 'text', attributes: { axes: [1], keepdims: 1 } },
    { operation: 'Mul', inputs: ['waves', 'little'], output: 'own' },
    { operation: 'Add', inputs: ['own', 'text'], output: 'last_hidden_state' },
  ],
  constants: [
    { name: 'two', shape: [1], values: BigInt64Array.of(2n) },
    { name: 'little', shape: [1], values: Float32Array.of(0.1) },
    {
      name: 'frequencies',
      shape: [1, 1, DIMENSIONS],
      // Irrational steps, so that no two dimensions turn together.
      values: Float32Array.from({ length: DIMENSIONS }, (_, i) => 0.05 + ((i * Math.SQRT2) % 3)),
    },
  ],
});

const path = fileURLToPath(new URL('../services/memory/fixtures/tiny-embedder/model.onnx', import.meta.url));
mkdirSync(new URL('../services/memory/fixtures/tiny-embedder/', import.meta.url), { recursive: true });
writeFileSync(path, network);
console.log(`${path}: ${network.length} bytes`);
