/** Writes small .onnx files: Protocol Buffers by hand. Numbers of fields and types from onnx.proto (ONNX IR 8). */

export type ElementType = 'float32' | 'int64' | 'float16' | 'float64';

export interface OnnxValue {
  readonly name: string;
  readonly type: ElementType;
  /** A word is a dynamic size. */
  readonly shape: readonly (number | string)[];
}

export interface OnnxNode {
  readonly operation: string;
  readonly inputs: readonly string[];
  readonly output: string;
  /** Whole numbers, and lists of them. */
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>;
}

export interface OnnxConstant {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array | BigInt64Array;
}

export interface OnnxGraph {
  readonly inputs: readonly OnnxValue[];
  readonly outputs: readonly OnnxValue[];
  readonly nodes: readonly OnnxNode[];
  readonly constants: readonly OnnxConstant[];
}

const IR_VERSION = 8;
const OPERATIONS_VERSION = 13;
const ELEMENT: Readonly<Record<ElementType, number>> = { float32: 1, int64: 7, float16: 10, float64: 11 };
const INT_ATTRIBUTE = 2;
const INTS_ATTRIBUTE = 7;

export function onnxFile({ inputs, outputs, nodes, constants }: OnnxGraph): Uint8Array {
  const graph = [
    ...nodes.map((node) => message(1, ...nodeFields(node))),
    text(2, 'network'),
    ...constants.map((constant) => message(5, ...constantFields(constant))),
    ...inputs.map((value) => message(11, ...valueFields(value))),
    ...outputs.map((value) => message(12, ...valueFields(value))),
  ];
  return Buffer.concat([
    number(1, IR_VERSION),
    message(7, ...graph),
    message(8, text(1, ''), number(2, OPERATIONS_VERSION)),
  ]);
}

function nodeFields({ operation, inputs, output, attributes = {} }: OnnxNode): Uint8Array[] {
  return [
    ...inputs.map((name) => text(1, name)),
    text(2, output),
    text(4, operation),
    ...Object.entries(attributes).map(([name, value]) =>
      typeof value === 'number'
        ? message(5, text(1, name), number(3, value), number(20, INT_ATTRIBUTE))
        : message(5, text(1, name), ...value.map((each) => number(8, each)), number(20, INTS_ATTRIBUTE)),
    ),
  ];
}

function constantFields({ name, shape, values }: OnnxConstant): Uint8Array[] {
  const type = values instanceof BigInt64Array ? 'int64' : 'float32';
  const raw = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return [...shape.map((side) => number(1, side)), number(2, ELEMENT[type]), text(8, name), message(9, raw)];
}

function valueFields({ name, type, shape }: OnnxValue): Uint8Array[] {
  const sides = shape.map((side) => message(1, typeof side === 'number' ? number(1, side) : text(2, side)));
  const tensor = message(1, number(1, ELEMENT[type]), message(2, ...sides));
  return [text(1, name), message(2, tensor)];
}

function text(field: number, value: string): Uint8Array {
  return message(field, Buffer.from(value));
}

function message(field: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(contents);
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content]);
}

function number(field: number, value: number): Uint8Array {
  return Buffer.concat([varint(field * 8), varint(value)]);
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
  return Uint8Array.from([...bytes, rest]);
}
