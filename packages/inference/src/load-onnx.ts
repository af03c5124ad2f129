import { createRequire } from 'node:module';

type Onnx = typeof import('onnxruntime-node');

let onnx: Onnx | null = null;

/** Loads onnxruntime when the first network is opened, so that processes without a network do not load it. */
export function loadOnnx(): Onnx {
  onnx ??= createRequire(import.meta.url)('onnxruntime-node') as Onnx;
  return onnx;
}
