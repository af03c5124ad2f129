import { join } from 'node:path';
import { openCpuSession } from '@anima/inference/cpu-session';
import { loadOnnx } from '@anima/inference/load-onnx';
import type { InferenceSession } from 'onnxruntime-node';
import { BINS, type VoiceSpectra } from './vocoder.js';

/** The ONNX session behind the voice: ids of phonemes to spectra and durations. One sentence a call. */
export interface AcousticModel {
  /**
   * `ids` between two zeros, at most MOST_IDS; `speed` divides durations. Durations in units of 25 ms, one an id. What comes
   * back holds until `release`.
   */
  run(ids: readonly number[], speed: number): Promise<AcousticFrames>;
  close(): Promise<void>;
}

export interface AcousticFrames {
  readonly spectra: VoiceSpectra;
  readonly durations: Int32Array;
  /** Gives the memory back at once, not when the collector comes by: 12 kB a frame. */
  release(): void;
}

/** The model was trained on sentences; beyond that its durations drift. */
export const MAX_IDS = 600;
/** Seconds of one unit of duration. */
export const DURATION_UNIT = 0.025;

/** The graph's name for its durations (MODEL.md). */
const DURATIONS = '/Cast_32_output_0';

const OPTIONS: InferenceSession.SessionOptions = {
  // The arena keeps what the longest sentence took: 50 MB with 600 ids. Without it the model is as fast.
  enableCpuMemArena: false,
  extra: { session: { use_device_allocator_for_initializers: '1' } },
};

const FILE = 'voice.onnx';

/**
 * Writes the network as onnxruntime has it once it is opened, but for what only this processor could run: opened again it takes a quarter
 * of the time, and says the same to the bit. `path` ends with .ort.
 */
export async function writePreparedNetwork(modelDir: string, path: string): Promise<void> {
  const session = await openCpuSession(join(modelDir, FILE), {
    ...OPTIONS,
    graphOptimizationLevel: 'extended',
    optimizedModelFilePath: path,
  });
  await session.release();
}

/** One that is damaged, or of an onnxruntime that this one does not read, is passed over. */
async function openNetwork(modelDir: string, prepared: string | null): Promise<InferenceSession> {
  const session = prepared === null ? null : await openCpuSession(prepared, OPTIONS).catch(() => null);
  return session ?? openCpuSession(join(modelDir, FILE), OPTIONS);
}

/** `prepared`: what `writePreparedNetwork` made of it. */
export async function openAcousticModel(modelDir: string, prepared: string | null): Promise<AcousticModel> {
  const session = await openNetwork(modelDir, prepared);
  const { Tensor } = loadOnnx();
  return {
    run: async (ids, speed) => {
      const outputs = await session.run({
        ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
        speed: new Tensor('float32', Float32Array.of(speed), [1]),
      });
      const pitch = floats(outputs, 'f0');
      const frames = pitch.length;
      const spectrum = (name: string): Float32Array => {
        const values = floats(outputs, name);
        if (values.length !== BINS * frames)
          throw new Error(
            `Expected ${BINS} x ${frames} values in the output ${name}, received ${values.length}`,
          );
        return values;
      };
      const durations = outputs[DURATIONS];
      if (durations?.type !== 'int64')
        throw new Error(`Expected an output ${DURATIONS} of int64 from voice.onnx: it lacks the durations`);
      return {
        spectra: {
          frames,
          pulseGain: spectrum('lh'),
          pulsePhase: spectrum('theta'),
          noiseLevel: spectrum('ln'),
          restLevel: spectrum('lr'),
          restPhase: spectrum('phi'),
          pitch,
        },
        durations: Int32Array.from(durations.data as BigInt64Array, Number),
        release: () => {
          for (const output of Object.values(outputs)) output.dispose();
        },
      };
    },
    close: () => session.release(),
  };
}

function floats(outputs: InferenceSession.OnnxValueMapType, name: string): Float32Array {
  const output = outputs[name];
  if (output?.type !== 'float32') throw new Error(`Expected an output ${name} of float32 from voice.onnx`);
  return output.data as Float32Array;
}
