import { basename } from 'node:path';
import { openCpuSession } from '@anima/inference/cpu-session';
import type { InferenceSession, OnnxValue, Tensor } from 'onnxruntime-node';

/** A network file that cannot be used; the message says in one line what was expected and what came. */
export class NeuralModelError extends Error {
  override readonly name = 'NeuralModelError';
  readonly code = 'model_invalid';
}

/** A value that a network must take or give, whatever its export calls it. */
export interface WantedValue {
  /** For the message to a person. */
  readonly what: string;
  readonly types: readonly Tensor.Type[];
  /** Null fits any side. More than one shape where exports differ. */
  readonly shapes: readonly (readonly (number | null)[])[];
}

export interface OpenNetwork {
  readonly file: string;
  readonly session: InferenceSession;
  /** Its only input that fits. Throws a NeuralModelError where there is none, or more than one. */
  input(wanted: WantedValue): InferenceSession.TensorValueMetadata;
  /** The name of its only output, or of the only one that fits. */
  output(wanted: WantedValue): string;
}

/**
 * Opens an .onnx file of a network that people have. What a run needs of memory goes back after it, which costs no time that could
 * be measured (eight convolutions of 32 channels at 512 x 512). Rejects with a NeuralModelError.
 */
export async function openNetwork(path: string, threads: number): Promise<OpenNetwork> {
  const file = basename(path);
  let session: InferenceSession;
  try {
    session = await openCpuSession(path, {
      intraOpNumThreads: threads,
      enableCpuMemArena: false,
      // Shapes that cannot be told beforehand are no news to a person.
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

/** Checks and binds what was opened; where that fails, nothing stays open. */
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

/** Refuses a network that takes more than what it will be given. */
export function refuseOtherInputs({ file, session }: OpenNetwork, known: readonly string[]): void {
  const other = session.inputMetadata.filter(({ name }) => !known.includes(name));
  if (other.length > 0)
    throw new NeuralModelError(
      `Expected no more inputs than ${known.join(' and ')} in ${file}, received ${other.map(describeValue).join(', ')}`,
    );
}

/** The values of an output, which stay when it is disposed of. Throws where they are not of this type and shape. */
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

/** A side without a number is told when the network runs. */
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
