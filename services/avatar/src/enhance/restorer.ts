import type { ClipSubject } from '../clips/clip-payload.js';
import type { RenderContext } from '../clips/clip-renderer.js';
import type { ByRef } from '../media/media-ref.js';
import type { EnhanceOptions, RestorationModelName } from './enhance-payload.js';

/** Makes the faces of clips and pictures clearer, with the promises of `ClipRenderer`. */
export interface Restorer {
  /** Returns the restoration models that are available now. */
  models(): Promise<readonly RestorationModelName[]>;
  /** Writes the result to `outputPath`. Without a face the image is unchanged, and a note reports it. */
  restore(order: RestoreOrder, context: RenderContext): Promise<RestoredMedia>;
}

export interface RestoreOrder<By = ByRef> {
  subject: ClipSubject<By> & { kind: 'picture' | 'clip' };
  options: EnhanceOptions;
  outputPath: string;
}

export interface RestoredMedia {
  width: number;
  height: number;
  /** Seconds and frames a second of a clip; null of a picture. */
  duration: number | null;
  fps: number | null;
  frames: number;
  framesWithFace: number;
  notes: readonly string[];
}
