import type { EnhanceOptions, RestorationModelName } from '../domain/enhance/enhance-payload.js';
import type { ClipSubject } from '../domain/lipsync/clip-payload.js';
import type { ByRef } from '../domain/media-ref.js';
import type { RenderContext } from './render-context.js';

/** Makes the faces of clips and pictures clearer, with the promises of `ClipRenderer`. */
export interface Restorer {
  /** What can restore faces here now. */
  models(): Promise<readonly RestorationModelName[]>;
  /** Writes what it makes into `outputPath`; without a face it comes back as it was, with a note. */
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
