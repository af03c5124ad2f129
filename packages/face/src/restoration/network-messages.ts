import type { RestorationModel } from '../neural/restoration-network.js';
import type { UpscaleQuality } from './upscale-network.js';

/** What a thread is to load, and on how many threads of the runtime it computes. */
export type NetworkOrder =
  /** The network that ships; `modelDir` is models/upscale-general as `openModel` of @anima/inference has verified it. */
  | {
      readonly model: 'general';
      readonly modelDir: string;
      readonly quality: UpscaleQuality;
      readonly threads: number;
    }
  | { readonly model: RestorationModel; readonly path: string; readonly threads: number };

/** What the thread can be asked, one thing at a time. What is made is transferred. */
export interface NetworkCalls {
  /** First of all; refused where the network does not fit. */
  open: { ask: NetworkOrder; answer: { inputSize: number; outputSize: number; takesParts: boolean } };
  face: { ask: { face: Float32Array; fidelity: number }; answer: Float32Array };
  part: { ask: { part: Float32Array; size: number }; answer: Float32Array };
}

/** Of a refusal that is a NeuralModelError. */
export const MODEL_ERROR = 'model_error';
