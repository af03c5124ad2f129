import type { InferenceSession } from 'onnxruntime-node';
import { FLOAT, type Graph, INT32, INT64 } from '../onnx/graph.js';

/** Names of inputs and outputs of an export of Kokoro-82M. Exports differ in them and in the type of the speed. */
export interface KokoroInterface {
  readonly tokens: string;
  /** Whether the speed may be a fraction; whole numbers cannot express a pace between 1 and 2. */
  readonly takesFractions: boolean;
  readonly audio: string;
  /** Output with one value for each token, in units of 600 samples. */
  readonly durations: string;
}

/** Throws if the graph is not a Kokoro network. */
export function kokoroInterface({ inputs, outputs, nodes }: Graph): KokoroInterface {
  const tokens = ['tokens', 'input_ids'].find((name) => inputs.get(name) === INT64);
  const speed = inputs.get('speed');
  const [audio] = outputs;
  if (
    tokens === undefined ||
    inputs.get('style') !== FLOAT ||
    (speed !== FLOAT && speed !== INT32) ||
    audio === undefined
  )
    throw new Error(
      `Expected the inputs tokens or input_ids (int64), style (float) and speed of a Kokoro network, received ${[...inputs.keys()].join(', ') || 'none'}`,
    );
  // Only the durations are rounded and then limited to at least 1, whatever name the export gives them.
  const rounded = new Set(
    nodes.filter(({ operation }) => operation === 'Round').flatMap((node) => node.outputs),
  );
  const durations = nodes.find(
    (node) => ['Clip', 'Max'].includes(node.operation) && node.inputs.some((name) => rounded.has(name)),
  )?.outputs[0];
  if (durations === undefined)
    throw new Error(
      'Expected the durations of a Kokoro network (Round, then Clip), received a graph without them',
    );
  return { tokens, takesFractions: speed === FLOAT, audio, durations };
}

export interface PiperInterface {
  readonly audio: string;
  /** Output with one value for each id, in units of the hop length. */
  readonly durations: string;
  /** Whether the network has an input for the speaker. */
  readonly takesSpeaker: boolean;
}

/** Throws if the graph is not a Piper voice. */
export function piperInterface({ inputs, outputs, nodes }: Graph): PiperInterface {
  const [audio] = outputs;
  if (
    inputs.get('input') !== INT64 ||
    inputs.get('input_lengths') !== INT64 ||
    inputs.get('scales') !== FLOAT ||
    audio === undefined
  )
    throw new Error(
      `Expected the inputs input, input_lengths (int64) and scales (float) of a Piper voice, received ${[...inputs.keys()].join(', ') || 'none'}`,
    );
  // A VITS network rounds up only the durations, whatever name the export gives them.
  const durations = nodes.find(({ operation }) => operation === 'Ceil')?.outputs[0];
  if (durations === undefined)
    throw new Error('Expected the durations of a Piper voice (Ceil), received a graph without them');
  return { audio, durations, takesSpeaker: inputs.has('sid') };
}

type Results = InferenceSession.OnnxValueMapType;

export function floatsOf(results: Results, name: string): Float32Array {
  const output = results[name];
  if (output?.type !== 'float32')
    throw new Error(
      `Expected float32 in the output ${name} of the network, received ${output?.type ?? 'none'}`,
    );
  return output.data as Float32Array;
}

/** Returns one duration for each id. */
export function durationsOf(results: Results, name: string, ids: number): Float64Array {
  const output = results[name];
  if (output?.type !== 'float32' && output?.type !== 'int64')
    throw new Error(
      `Expected durations as float32 or int64 in the output ${name} of the network, received ${output?.type ?? 'none'}`,
    );
  const durations = Float64Array.from(output.data as ArrayLike<number | bigint>, Number);
  if (durations.length !== ids)
    throw new Error(
      `Expected ${ids} durations in the output ${name} of the network, one for each id, received ${durations.length}`,
    );
  return durations;
}
