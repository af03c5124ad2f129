import type { ByRef } from '../media/media-ref.js';
import type { RenderContext } from './clip-renderer.js';

/** One film of many clips. */
export interface FilmJoiner {
  /**
   * Puts clips that a `ClipRenderer` has drawn one behind the other into `outputPath`, with a chapter for each. Aborting leaves no file.
   */
  join(order: FilmOrder, context: RenderContext): Promise<{ duration: number }>;
}

export interface FilmOrder<By = ByRef> {
  /** At least one. */
  clips: readonly (By & { title: string })[];
  outputPath: string;
}
