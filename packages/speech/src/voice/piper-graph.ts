import { FLOAT, type Graph, INT64 } from '../onnx/graph.js';

export interface PiperInterface {
  readonly audio: string;
  /** One value an id, in units of the hop length. */
  readonly durations: string;
  /** Whether it wants to be told which of its speakers. */
  readonly takesSpeaker: boolean;
}

/** Throws where the graph is no Piper voice. */
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
  // The only values a VITS network rounds up, whatever the export calls them.
  const durations = nodes.find(({ operation }) => operation === 'Ceil')?.outputs[0];
  if (durations === undefined)
    throw new Error('Expected the durations of a Piper voice (Ceil), received a graph without');
  return { audio, durations, takesSpeaker: inputs.has('sid') };
}
