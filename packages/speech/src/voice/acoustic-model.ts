import { join } from 'node:path';
import { openCpuSession } from '@anima/inference/cpu-session';
import { loadOnnx } from '@anima/inference/load-onnx';
import type { InferenceSession } from 'onnxruntime-node';
import { durationsOf, floatsOf } from './network-interfaces.js';
import { BINS, type VoiceSpectra } from './vocoder.js';

/** The ONNX session of the voices that ship: phoneme ids to spectra and durations, one sentence for each call. */
export interface AcousticModel {
  /** Takes at most MAX_IDS ids between two zeros. `speed` divides the durations. */
  run(ids: readonly number[], speed: number): Promise<AcousticFrames>;
  close(): Promise<void>;
}

export interface AcousticFrames {
  /** Valid until `release`. */
  readonly spectra: VoiceSpectra;
  /** Duration of each id in units of 25 ms. */
  readonly durations: Float64Array;
  /** Frees the memory at once, 12 kB for each frame, instead of at the next garbage collection. */
  release(): void;
}

/** The network was trained on sentences; beyond this length its durations drift. */
export const MAX_IDS = 600;

/** Name of the output with the durations (MODEL.md). */
const DURATIONS = '/Cast_32_output_0';

const OPTIONS: InferenceSession.SessionOptions = {
  // The arena would keep the memory of the longest sentence: 50 MB for 600 ids. Without it the network is as fast.
  enableCpuMemArena: false,
  extra: { session: { use_device_allocator_for_initializers: '1' } },
};

const FILE = 'voice.onnx';

/**
 * Writes the network as onnxruntime optimises it, without optimisations that only this CPU supports. The file opens in a
 * quarter of the time and gives bit-identical output. `path` ends with .ort.
 */
export async function writePreparedNetwork(modelDir: string, path: string): Promise<void> {
  const session = await openCpuSession(join(modelDir, FILE), {
    ...OPTIONS,
    graphOptimizationLevel: 'extended',
    optimizedModelFilePath: path,
  });
  await session.release();
}

/** Opens the network. Ignores a prepared file that is damaged or written by an incompatible onnxruntime. */
export async function openAcousticModel(modelDir: string, prepared: string | null): Promise<AcousticModel> {
  const ready = prepared === null ? null : await openCpuSession(prepared, OPTIONS).catch(() => null);
  const session = ready ?? (await openCpuSession(join(modelDir, FILE), OPTIONS));
  const { Tensor } = loadOnnx();
  return {
    run: async (ids, speed) => {
      const outputs = await session.run({
        ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
        speed: new Tensor('float32', Float32Array.of(speed), [1]),
      });
      const pitch = floatsOf(outputs, 'f0');
      const frames = pitch.length;
      const spectrum = (name: string): Float32Array => {
        const values = floatsOf(outputs, name);
        if (values.length !== BINS * frames)
          throw new Error(
            `Expected ${BINS} x ${frames} values in the output ${name} of ${FILE}, received ${values.length}`,
          );
        return values;
      };
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
        durations: durationsOf(outputs, DURATIONS, ids.length),
        release: () => {
          for (const output of Object.values(outputs)) output.dispose();
        },
      };
    },
    close: () => session.release(),
  };
}
