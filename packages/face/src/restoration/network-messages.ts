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

/** What the two threads say to each other: one request at a time, buffers are transferred. */
export type ToNetwork =
  | { readonly kind: 'face'; readonly face: Float32Array; readonly fidelity: number }
  | {
      readonly kind: 'part';
      readonly part: Float32Array;
      readonly size: number;
    }
  | { readonly kind: 'close' };

export type FromNetwork =
  | {
      readonly kind: 'ready';
      readonly inputSize: number;
      readonly outputSize: number;
      readonly takesParts: boolean;
    }
  | { readonly kind: 'made'; readonly made: Float32Array }
  /** The network does not fit, or an inference failed; in the second case the thread lives on. */
  | { readonly kind: 'failed'; readonly message: string; readonly isModelError: boolean };
