import { FLOAT, type Graph, INT32, INT64 } from '../onnx/graph.js';

/** How an export of Kokoro-82M wants to be asked; exports differ in names and in the type of the speed. */
export interface KokoroInterface {
  readonly tokens: string;
  /** Whole numbers cannot tell a pace between 1 and 2. */
  readonly takesFractions: boolean;
  readonly audio: string;
  /** One value a token, in units of 600 samples. */
  readonly durations: string;
}

/** Throws where the graph is no Kokoro. */
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
  // Rounded to whole units and kept from 1 upwards: whatever the export calls it, nothing else in the network is.
  const rounded = new Set(
    nodes.filter(({ operation }) => operation === 'Round').flatMap((node) => node.outputs),
  );
  const durations = nodes.find(
    (node) => ['Clip', 'Max'].includes(node.operation) && node.inputs.some((name) => rounded.has(name)),
  )?.outputs[0];
  if (durations === undefined)
    throw new Error(
      'Expected the durations of a Kokoro network (Round, then Clip), received a graph without',
    );
  return { tokens, takesFractions: speed === FLOAT, audio, durations };
}
