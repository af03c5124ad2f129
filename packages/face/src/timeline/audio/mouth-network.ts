import { readFileSync } from 'node:fs';
import { type AssembledMemory, assembled, PAGE_BYTES } from '../../web-assembly.js';

/**
 * A small network of convolutions over time (van den Oord et al., "WaveNet", 2016, without the causality). A
 * layer receives the output of the previous layer for this step and for the steps `reach` before and after
 * it. y = rectified(W [before, now, after] + b), rectified(x) = max(x, 0.1 x), plus `now` if the widths are
 * equal. The last layer receives only `now` and is not rectified. The sums have a fixed order, so results are
 * bit-identical on all processors.
 */
export interface Layer {
  /** Distance to the neighbouring steps; 0 for no neighbours. */
  readonly reach: number;
  readonly inputs: number;
  readonly outputs: number;
  /** [outputs x taps x inputs], with three taps, or one tap without reach. */
  readonly weights: Float32Array;
  readonly biases: Float32Array;
}

/** A layer as data/mouth-network.json stores it: each row is quantised to -127..127 with its own step. */
interface PackedLayer {
  readonly reach: number;
  readonly inputs: number;
  readonly outputs: number;
  readonly steps: readonly number[];
  readonly biases: readonly number[];
  /** Base64 of signed bytes. */
  readonly weights: string;
}

export function packLayer({ reach, inputs, outputs, weights, biases }: Layer): PackedLayer {
  const length = rowLength({ reach, inputs });
  const steps = Array.from({ length: outputs }, (_, o) => {
    const row = weights.subarray(o * length, (o + 1) * length);
    return Number(
      (row.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-9) / 127).toPrecision(6),
    );
  });
  const bytes = Int8Array.from(weights, (weight, i) => Math.round(weight / steps[Math.floor(i / length)]!));
  return {
    reach,
    inputs,
    outputs,
    steps,
    biases: Array.from(biases, (bias) => Number(bias.toPrecision(6))),
    weights: Buffer.from(bytes.buffer).toString('base64'),
  };
}

export function unpackLayer({ reach, inputs, outputs, steps, biases, weights }: PackedLayer): Layer {
  const bytes = Int8Array.from(Buffer.from(weights, 'base64'));
  const length = rowLength({ reach, inputs });
  return {
    reach,
    inputs,
    outputs,
    biases: Float32Array.from(biases),
    weights: Float32Array.from(bytes, (byte, i) => byte * steps[Math.floor(i / length)]!),
  };
}

/** The network of data/mouth-network.json. */
export interface MouthNetwork {
  /** Mean level of each band in speech, in decibels relative to the level of the speaker. */
  readonly colour: readonly number[];
  readonly layers: readonly Layer[];
}

let mouthNetwork: MouthNetwork | undefined;

/** Reads the network on the first call. Later calls return the same object. */
export function readMouthNetwork(): MouthNetwork {
  if (mouthNetwork === undefined) {
    const file = readFileSync(new URL('../../../data/mouth-network.json', import.meta.url), 'utf8');
    const { colour, layers } = JSON.parse(file) as {
      colour: number[];
      layers: PackedLayer[];
    };
    mouthNetwork = { colour, layers: layers.map(unpackLayer) };
  }
  return mouthNetwork;
}

function rowLength({ reach, inputs }: { readonly reach: number; readonly inputs: number }): number {
  return reach === 0 ? inputs : 3 * inputs;
}

/** Valid until the next call. */
type OnOutput = (output: Float32Array) => void;

export interface Network {
  /** Adds one step, [ways x inputs]. Returns the completed step, [ways x outputs]. */
  push(input: Float32Array, onOutput: OnOutput): void;
  /** Returns the remaining steps. Steps before the first and after the last repeat these. */
  flush(onOutput: OnOutput): void;
}

/** Exports of assembly/mouth-network.ts. */
interface Calls extends AssembledMemory {
  hear(...args: number[]): void;
}

const open = assembled<Calls>('mouth-network');
const ALIGNMENT = 16;

/**
 * Returns as many outputs as inputs, in order, each later by the sum of all reaches. Uses constant memory,
 * which is allocated here. `ways` variants of a sound are processed in parallel.
 */
export function createNetwork(layers: readonly Layer[], ways = 1): Network {
  const calls = open();
  const reserve = roomOf(calls);
  const [first, last] = [layers[0]!, layers.at(-1)!];
  const stages = layers.map((layer) => createStage(calls, reserve, layer, ways));
  const result = reserve(4 * ways * wholeFours(last.outputs));
  // Memory no longer grows, so views stay valid.
  const slots = stages[0]!.slots.map((at) => rowsAt(calls, at, ways, first.inputs));
  const results = rowsAt(calls, result, ways, last.outputs);
  const delay = layers.reduce((sum, { reach }) => sum + reach, 0);
  const newest = new Float32Array(ways * first.inputs);
  const output = new Float32Array(ways * last.outputs);
  let started = false;

  const advance = (onOutput: OnOutput): void => {
    for (const [way, row] of slots[stages[0]!.next()]!.entries())
      row.set(newest.subarray(way * first.inputs, (way + 1) * first.inputs));
    for (const [i, stage] of stages.entries()) {
      const after = stages[i + 1];
      if (!stage.advance(after === undefined ? result : after.slots[after.next()]!)) return;
    }
    for (const [way, row] of results.entries()) output.set(row, way * last.outputs);
    onOutput(output);
  };
  return {
    push: (input, onOutput) => {
      newest.set(input);
      if (!started) for (let i = 0; i < delay; i++) advance(onOutput);
      started = true;
      advance(onOutput);
    },
    flush: (onOutput) => {
      if (started) for (let i = 0; i < delay; i++) advance(onOutput);
    },
  };
}

/** A layer with its buffered steps. */
interface Stage {
  /** Addresses of the buffered steps, used in turn. */
  readonly slots: readonly number[];
  /** Returns the index of the slot for the next step. */
  next(): number;
  /**
   * Processes the step in the next slot. Writes the output for the step `reach` ago as soon as its later
   * neighbour is known. Returns whether an output was written.
   */
  advance(to: number): boolean;
}

function createStage(calls: Calls, reserve: Reserve, layer: Layer, ways: number): Stage {
  const { reach } = layer;
  const [inputs, outputs] = [wholeFours(layer.inputs), wholeFours(layer.outputs)];
  const taps = reach === 0 ? 1 : 3;
  const weights = reserve(4 * taps * inputs * outputs);
  const biases = reserve(4 * outputs);
  const slots = Array.from({ length: 2 * reach + 1 }, () => reserve(4 * ways * inputs));
  // Each tap of a row is padded with zeros to a multiple of four.
  const rows = new Float32Array(calls.memory.buffer, weights, taps * inputs * outputs);
  for (let part = 0; part < taps * layer.outputs; part++)
    rows.set(layer.weights.subarray(part * layer.inputs, (part + 1) * layer.inputs), part * inputs);
  new Float32Array(calls.memory.buffer, biases, outputs).set(layer.biases);
  let steps = 0;
  const slotAt = (step: number): number => slots[step % slots.length]!;
  return {
    slots,
    next: () => steps % slots.length,
    advance: (to) => {
      steps++;
      if (steps < slots.length) return false;
      const [before, now, after] = [slotAt(steps), slotAt(steps + reach), slotAt(steps + 2 * reach)];
      calls.hear(weights, biases, before, now, after, to, inputs, outputs, taps, ways);
      return true;
    },
  };
}

type Reserve = (bytes: number) => number;

/** Allocates zeroed memory, which is never freed. */
function roomOf({ memory, heapBase }: Calls): Reserve {
  let end = heapBase();
  return (bytes) => {
    const at = Math.ceil(end / ALIGNMENT) * ALIGNMENT;
    end = at + bytes;
    const missing = end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    return at;
  };
}

/** Returns the first `length` numbers of each way. Padding up to a multiple of four follows them. */
function rowsAt(calls: Calls, address: number, ways: number, length: number): Float32Array[] {
  return Array.from(
    { length: ways },
    (_, way) => new Float32Array(calls.memory.buffer, address + 4 * way * wholeFours(length), length),
  );
}

function wholeFours(count: number): number {
  return 4 * Math.ceil(count / 4);
}
