import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MediaRef } from '../media/media-ref.js';
import type { FilmJoiner } from './film-joiner.js';

/** A joiner, and two clips of a second. */
export interface JoinerAtWork {
  joiner: FilmJoiner;
  clips: readonly [MediaRef, MediaRef];
}

/** Contract of every `FilmJoiner`. */
export function testFilmJoiner(name: string, create: () => Promise<JoinerAtWork>): void {
  describe(`the joiner ${name}`, { timeout: 60_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'anima-joiner-'));
    let at: JoinerAtWork;
    beforeAll(async () => {
      at = await create();
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    const order = (fileName: string) => ({
      clips: at.clips.map((file, i) => ({ file, title: `Part ${i + 1}` })),
      outputPath: join(folder, fileName),
    });

    it('makes a film as long as its clips', async () => {
      const context = { signal: new AbortController().signal, progress: () => {} };
      expect((await at.joiner.join(order('film.mp4'), context)).duration).toBeCloseTo(2, 1);
      expect(existsSync(join(folder, 'film.mp4'))).toBe(true);
    });

    it('leaves no file when it is aborted', async () => {
      const controller = new AbortController();
      const joined = at.joiner.join(order('cut.mp4'), { signal: controller.signal, progress: () => {} });
      controller.abort(new Error('Cancelled'));
      await expect(joined).rejects.toThrow('Cancelled');
      expect(existsSync(join(folder, 'cut.mp4'))).toBe(false);
    });
  });
}
