import type { HeldFiles } from '../../media/held-files.js';
import type { FilmJoiner } from '../film-joiner.js';
import type { RenderPool } from './render-pool.js';

export function createFilmJoiner({ pool, files }: { pool: RenderPool; files: HeldFiles }): FilmJoiner {
  return {
    join: ({ clips, outputPath }, context) =>
      files.hold(
        clips.map(({ file }) => file),
        (held) => {
          const parts = held.map(({ path }, index) => ({ path, title: clips[index]!.title }));
          return pool.call('join', { clips: parts, outputPath }, context);
        },
        context.signal,
      ),
  };
}
