import { basename } from 'node:path';
import { openCpuSession } from '@anima/inference/cpu-session';
import type { InferenceSession, OnnxValue, Tensor } from 'onnxruntime-node';

/** Error for an unusable network file. The message states in one line the expected and the received value. */
export class NeuralModelError extends Error {
  override readonly name = 'NeuralModelError';
  readonly code = 'model_invalid';
}

/** A required input or output of a network, whatever name its export uses. */
export interface WantedValue {
  /** Description in error messages. */
  readonly what: string;
  readonly types: readonly Tensor.Type[];
  /** Null matches any size. Several shapes if exports differ. */
  readonly shapes: readonly (readonly (number | null)[])[];
}

export interface OpenNetwork {
  readonly file: string;
  readonly session: InferenceSession;
  /** Returns its only input that matches. Throws a NeuralModelError if no input or several inputs match. */
  input(wanted: WantedValue): InferenceSession.TensorValueMetadata;
  /** Returns the name of its only output, or of the only output that matches. */
  output(wanted: WantedValue): string;
}

/**
 * Opens an .onnx file of a user's network. Memory of a run is freed after it, without a measurable cost
 * (eight convolutions of 32 channels at 512 x 512). Rejects with a NeuralModelError.
 */
export async function openNetwork(path: string, threads: number): Promise<OpenNetwork> {
  const file = basename(path);
  let session: InferenceSession;
  try {
    session = await openCpuSession(path, {
      intraOpNumThreads: threads,
      enableCpuMemArena: false,
      // Suppresses warnings about dynamic shapes, which are irrelevant to users.
      logSeverityLevel: 3,
    });
  } catch (cause) {
    const reason = (cause as Error).message.split('\n', 1)[0];
    throw new NeuralModelError(`Expected an ONNX network in ${file}: ${reason}`, { cause });
  }
  const only = (
    direction: 'input' | 'output',
    values: readonly InferenceSession.ValueMetadata[],
    wanted: WantedValue,
  ): InferenceSession.TensorValueMetadata => {
    const fitting = values.filter((value) => value.isTensor && fits(value, wanted));
    if (fitting.length === 1) return fitting[0] as InferenceSession.TensorValueMetadata;
    throw new NeuralModelError(
      `Expected one ${direction} of ${describeWanted(wanted)} in ${file}, received ${values.map(describeValue).join(', ') || 'none'}`,
    );
  };
  return {
    file,
    session,
    input: (wanted) => only('input', session.inputMetadata, wanted),
    output: (wanted) =>
      session.outputNames.length === 1
        ? session.outputNames[0]!
        : only('output', session.outputMetadata, wanted).name,
  };
}

/** Checks and binds an open network. Closes it if this fails. */
export async function bindNetwork<Bound>(
  network: OpenNetwork,
  bind: (network: OpenNetwork) => Bound,
): Promise<Bound> {
  try {
    return bind(network);
  } catch (error) {
    await network.session.release();
    throw error;
  }
}

/** Rejects a network with additional inputs. */
export function refuseOtherInputs({ file, session }: OpenNetwork, known: readonly string[]): void {
  const other = session.inputMetadata.filter(({ name }) => !known.includes(name));
  if (other.length > 0)
    throw new NeuralModelError(
      `Expected no more inputs than ${known.join(' and ')} in ${file}, received ${other.map(describeValue).join(', ')}`,
    );
}

/** Returns a copy of the values of an output. Throws if the type or the shape differs. */
export function takeFloats(
  output: OnnxValue | undefined,
  shape: readonly number[],
  file: string,
): Float32Array {
  const tensor = output as Tensor | undefined;
  if (tensor?.type !== 'float32' || tensor.dims.join() !== shape.join())
    throw new NeuralModelError(
      `Expected ${file} to give float32 [${shape.join(', ')}], received ${tensor === undefined ? 'nothing' : `${tensor.type} [${tensor.dims.join(', ')}]`}`,
    );
  const values = (tensor.data as Float32Array).slice();
  tensor.dispose();
  return values;
}

function fits(value: InferenceSession.TensorValueMetadata, { types, shapes }: WantedValue): boolean {
  return types.includes(value.type) && shapes.some((shape) => fitsShape(value.shape, shape));
}

/** A dynamic size is checked when the network runs. */
function fitsShape(sides: readonly (number | string)[], wanted: readonly (number | null)[]): boolean {
  if (sides.length !== wanted.length) return false;
  return wanted.every((side, i) => side === null || !isFixed(sides[i]!) || sides[i] === side);
}

export function isFixed(side: number | string): side is number {
  return typeof side === 'number' && side > 0;
}

function describeWanted({ what, types, shapes }: WantedValue): string {
  const written = shapes.map((shape) => `[${shape.map((side) => side ?? '*').join(', ')}]`);
  return `${types.join(' or ')} ${written.join(' or ')} (${what})`;
}

function describeValue(value: InferenceSession.ValueMetadata): string {
  if (!value.isTensor) return `${value.name}, no tensor`;
  return `${value.name} ${value.type} [${value.shape.map((side) => (isFixed(side) ? side : '*')).join(', ')}]`;
}
