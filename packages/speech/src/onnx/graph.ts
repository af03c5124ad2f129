import { type ByteSource, type Field, fieldsOf, textOf } from './protobuf.js';

/** Inputs, outputs and nodes of a network, without its weights. */
export interface Graph {
  /** Element types by name, with the numbers of TensorProto.DataType. */
  readonly inputs: ReadonlyMap<string, number>;
  readonly outputs: readonly string[];
  readonly nodes: readonly GraphNode[];
}

export interface GraphNode {
  readonly operation: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Index in the file after the name of the first output. */
  readonly outputEnd: number;
}

export const FLOAT = 1;
export const INT32 = 6;
export const INT64 = 7;

/** Field numbers of onnx.proto (ONNX IR 8). */
export const FIELD = {
  model: { graph: 7 },
  graph: { node: 1, initializer: 5, input: 11, output: 12 },
  node: { input: 1, output: 2, operation: 4 },
  value: { name: 1, type: 2 },
  type: { tensor: 1 },
  tensorType: { element: 1, shape: 2 },
  shape: { dimension: 1 },
  dimension: { value: 1, name: 2 },
  tensor: { dimension: 1, element: 2, name: 8, raw: 9 },
} as const;

/** Reads an .onnx file without its weights. Throws if the file is not a network or is truncated. */
export function readGraph(source: ByteSource): Graph {
  const inputs = new Map<string, number>();
  const outputs: string[] = [];
  const nodes: GraphNode[] = [];
  const initialized = new Set<string>();
  const part = ({ start, end }: Field) => fieldsOf(source, start, end);
  const find = (field: Field | undefined, number: number): Field | undefined =>
    field && [...part(field)].find((each) => each.number === number);
  const nameOf = (value: Field): string => {
    const name = find(value, FIELD.value.name);
    return name === undefined ? '' : textOf(source, name);
  };

  for (const graph of fieldsOf(source)) {
    if (graph.number !== FIELD.model.graph) continue;
    for (const field of part(graph)) {
      if (field.number === FIELD.graph.node) nodes.push(readNode(source, field));
      else if (field.number === FIELD.graph.output) outputs.push(nameOf(field));
      else if (field.number === FIELD.graph.input) {
        const tensor = find(find(field, FIELD.value.type), FIELD.type.tensor);
        inputs.set(nameOf(field), find(tensor, FIELD.tensorType.element)?.value ?? 0);
      } else if (field.number === FIELD.graph.initializer) {
        const name = find(field, FIELD.tensor.name);
        if (name !== undefined) initialized.add(textOf(source, name));
      }
    }
  }
  if (nodes.length === 0) throw new Error('Expected an ONNX network, received a file without one');
  // Old exports list their weights among the inputs.
  for (const name of initialized) inputs.delete(name);
  return { inputs, outputs, nodes };
}

function readNode(source: ByteSource, node: Field): GraphNode {
  const inputs: string[] = [];
  const outputs: string[] = [];
  let operation = '';
  let outputEnd = 0;
  for (const field of fieldsOf(source, node.start, node.end)) {
    if (field.number === FIELD.node.input) inputs.push(textOf(source, field));
    else if (field.number === FIELD.node.operation) operation = textOf(source, field);
    else if (field.number === FIELD.node.output) {
      if (outputs.length === 0) outputEnd = field.end;
      outputs.push(textOf(source, field));
    }
  }
  return { operation, inputs, outputs, outputEnd };
}
