import type { InferenceSession } from 'onnxruntime-node';
import { loadOnnx } from './load-onnx.js';

/** Memory patterns are off, because they keep a plan for each input length forever. */
const OPTIONS: InferenceSession.SessionOptions = {
  executionProviders: ['cpu'],
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  enableMemPattern: false,
};

/** Opens an ONNX model, a file or its bytes, on the CPU. `options` override OPTIONS. Rejects if it is not a model. */
export function openCpuSession(
  model: string | Uint8Array,
  options: InferenceSession.SessionOptions = {},
): Promise<InferenceSession> {
  const all = { ...OPTIONS, ...options };
  const { InferenceSession: Session } = loadOnnx();
  return typeof model === 'string' ? Session.create(model, all) : Session.create(model, all);
}
