import type { ByRef } from '../media/media-ref.js';
import type { RenderContext } from './clip-renderer.js';

/** One film of many clips. */
export interface FilmJoiner {
  /** Joins rendered clips to one file at `outputPath` with a chapter for each. An abort leaves no file. */
  join(order: FilmOrder, context: RenderContext): Promise<{ duration: number }>;
}

export interface FilmOrder<By = ByRef> {
  /** At least one clip. */
  clips: readonly (By & { title: string })[];
  outputPath: string;
}
