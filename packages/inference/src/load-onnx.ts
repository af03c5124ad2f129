import { createRequire } from 'node:module';

type Onnx = typeof import('onnxruntime-node');

let onnx: Onnx | null = null;

/** onnxruntime, loaded with the first network that is opened: a service that has others compute, and a process that draws heads, do without. */
export function loadOnnx(): Onnx {
  onnx ??= createRequire(import.meta.url)('onnxruntime-node') as Onnx;
  return onnx;
}
