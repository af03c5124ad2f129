import { join } from 'node:path';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { openCpuSession } from './cpu-session.js';

/**
 * The ONNX session, one text at a time. Dynamic int8 quantisation looks at the whole tensor, so a text in a batch would
 * get another vector than the same text alone: the batch is always 1.
 */
export interface EmbeddingSession {
  readonly dimensions: number;
  /** `ids` with [CLS] and [SEP], at most `maxTokens`. Returns ids.length x dimensions; the next run overwrites it. */
  run(ids: Int32Array): Promise<Float32Array>;
  close(): Promise<void>;
}

/**
 * Measured for memory (README.md). The arena stays: without it the process grows by 25 MB more with full windows (malloc
 * fragments) and is no faster.
 */
const OPTIONS: InferenceSession.SessionOptions = {
  extra: { session: { use_device_allocator_for_initializers: '1' } },
};

export async function openEmbeddingSession(modelDir: string, maxTokens: number): Promise<EmbeddingSession> {
  const session = await openCpuSession(join(modelDir, 'model.onnx'), OPTIONS);
  // Reused by every run, so that nothing of a run is left to the garbage collector: a shorter text takes a view.
  const inputIds = new BigInt64Array(maxTokens);
  const ones = new BigInt64Array(maxTokens).fill(1n);
  const zeros = new BigInt64Array(maxTokens);
  const feeds = (ids: Int32Array): InferenceSession.FeedsType => {
    for (let i = 0; i < ids.length; i++) inputIds[i] = BigInt(ids[i]!);
    const input = (values: BigInt64Array): Tensor =>
      new Tensor('int64', values.subarray(0, ids.length), [1, ids.length]);
    return { input_ids: input(inputIds), attention_mask: input(ones), token_type_ids: input(zeros) };
  };

  const first = (await session.run(feeds(Int32Array.of(0)))).last_hidden_state;
  const dimensions = first?.dims[2];
  if (first?.type !== 'float32' || !dimensions)
    throw new Error('Expected an output last_hidden_state of float32 [1, tokens, dimensions] from the model');
  const hidden = new Float32Array(maxTokens * dimensions);

  return {
    dimensions,
    run: async (ids) => {
      const rows = hidden.subarray(0, ids.length * dimensions);
      const output = new Tensor('float32', rows, [1, ids.length, dimensions]);
      await session.run(feeds(ids), { last_hidden_state: output });
      return rows;
    },
    close: () => session.release(),
  };
}
