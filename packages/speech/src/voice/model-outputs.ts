import type { InferenceSession } from 'onnxruntime-node';

type Results = InferenceSession.OnnxValueMapType;

/** The samples that a network gave out, on one axis. */
export function soundOf(results: Results, name: string): Float32Array {
  const output = results[name];
  if (output?.type !== 'float32')
    throw new Error(`Expected sound as float32 in the output ${name}, received ${output?.type ?? 'none'}`);
  return output.data as Float32Array;
}

/** One value for each id. */
export function durationsOf(results: Results, name: string, ids: number): Float64Array {
  const output = results[name];
  if (output?.type !== 'float32' && output?.type !== 'int64')
    throw new Error(
      `Expected durations as float32 or int64 in the output ${name}, received ${output?.type ?? 'none'}`,
    );
  const durations = Float64Array.from(output.data as ArrayLike<number | bigint>, Number);
  if (durations.length !== ids)
    throw new Error(
      `Expected ${ids} durations in the output ${name}, one an id, received ${durations.length}`,
    );
  return durations;
}
