import { FIELD, FLOAT, type GraphNode, INT64 } from './graph.js';
import { lengthField, varintField } from './protobuf.js';

/**
 * Returns additions to the graph of an .onnx file, to append to the file. A message may have several parts,
 * and lists of a later part are appended to those of the first (Protocol Buffers, "Last One Wins"), so that
 * the weights need not be moved.
 */
export function inGraph(...fields: Uint8Array[]): Uint8Array {
  return lengthField(FIELD.model.graph, ...fields);
}

/** Adds a value of the network to its outputs. */
export function outputField(name: string): Uint8Array {
  return lengthField(FIELD.graph.output, lengthField(FIELD.value.name, name));
}

/** Name of the input that `replaceNoise` adds. */
export const NOISE = 'anima_noise';

/**
 * Makes a network that draws noise reproducible: its draws come from an input, a vector of Gaussian values at
 * least as long as the largest draw. Each draw starts at the first value. Renames the drawn values in
 * `bytes`, in place, and returns the additions to the graph; empty for a network without noise.
 */
export function replaceNoise(bytes: Uint8Array, nodes: readonly GraphNode[]): Uint8Array[] {
  const drawn = nodes.filter(({ operation }) => operation === 'RandomNormalLike');
  if (drawn.length === 0) return [];
  return [
    noiseInput(),
    startField(),
    ...drawn.flatMap(({ inputs, outputs, outputEnd }, i) => {
      // No node uses a value of this name, so that onnxruntime removes the draw.
      bytes[outputEnd - 1] = UNUSED;
      const own = (name: string): string => `${NOISE}_${name}_${i}`;
      return [
        nodeField('Shape', [inputs[0]!], own('shape')),
        nodeField('ReduceProd', [own('shape')], own('count')),
        nodeField('Slice', [NOISE, START, own('count')], own('values')),
        nodeField('Reshape', [own('values'), own('shape')], outputs[0]!),
      ];
    }),
  ];
}

const START = 'anima_noise_start';
/** A character that no export has at the end of a name. */
const UNUSED = '#'.charCodeAt(0);

function nodeField(operation: string, inputs: string[], output: string): Uint8Array {
  return lengthField(
    FIELD.graph.node,
    ...inputs.map((name) => lengthField(FIELD.node.input, name)),
    lengthField(FIELD.node.output, output),
    lengthField(FIELD.node.operation, operation),
  );
}

/** Returns an input for a vector of any length. */
function noiseInput(): Uint8Array {
  const dimension = lengthField(FIELD.shape.dimension, lengthField(FIELD.dimension.name, 'noise_length'));
  const tensor = lengthField(
    FIELD.type.tensor,
    varintField(FIELD.tensorType.element, FLOAT),
    lengthField(FIELD.tensorType.shape, dimension),
  );
  const name = lengthField(FIELD.value.name, NOISE);
  return lengthField(FIELD.graph.input, name, lengthField(FIELD.value.type, tensor));
}

/** Returns the constant [0]. */
function startField(): Uint8Array {
  return lengthField(
    FIELD.graph.initializer,
    varintField(FIELD.tensor.dimension, 1),
    varintField(FIELD.tensor.element, INT64),
    lengthField(FIELD.tensor.name, START),
    lengthField(FIELD.tensor.raw, new Uint8Array(8)),
  );
}
