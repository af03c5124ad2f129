import { FIELD, FLOAT, type GraphNode, INT64 } from './graph.js';
import { lengthField, varintField } from './protobuf.js';

/**
 * Additions to an .onnx file: bytes to put behind it. A message may come in pieces, and what a second piece lists is added
 * to the list of the first (Protocol Buffers, "Last One Wins"), so the weights need not be moved.
 */
export function inGraph(...fields: Uint8Array[]): Uint8Array {
  return lengthField(FIELD.model.graph, ...fields);
}

/** A value of the network that it is to give out. */
export function outputField(name: string): Uint8Array {
  return lengthField(FIELD.graph.output, lengthField(FIELD.value.name, name));
}

/** The input that `replaceNoise` adds. */
export const NOISE = 'anima_noise';

/**
 * Networks that draw noise of their own never say the same twice. This takes those draws from an input instead, a vector
 * of Gaussian values at least as long as the largest draw; each draw begins at its start. Changes the names of the values
 * drawn in `bytes`, in place, and gives what is to be put into the graph beside them. Empty for networks without noise.
 */
export function replaceNoise(bytes: Uint8Array, nodes: readonly GraphNode[]): Uint8Array[] {
  const drawn = nodes.filter(({ operation }) => operation === 'RandomNormalLike');
  if (drawn.length === 0) return [];
  return [
    noiseInput(),
    startField(),
    ...drawn.flatMap(({ inputs, outputs, outputEnd }, i) => {
      // Nothing takes a value of this name: the draw is left out as the network is opened.
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
/** A character that no export ends a name with. */
const UNUSED = '#'.charCodeAt(0);

function nodeField(operation: string, inputs: string[], output: string): Uint8Array {
  return lengthField(
    FIELD.graph.node,
    ...inputs.map((name) => lengthField(FIELD.node.input, name)),
    lengthField(FIELD.node.output, output),
    lengthField(FIELD.node.operation, operation),
  );
}

/** A vector of any length. */
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

/** The constant [0]. */
function startField(): Uint8Array {
  return lengthField(
    FIELD.graph.initializer,
    varintField(FIELD.tensor.dimension, 1),
    varintField(FIELD.tensor.element, INT64),
    lengthField(FIELD.tensor.name, START),
    lengthField(FIELD.tensor.raw, new Uint8Array(8)),
  );
}
