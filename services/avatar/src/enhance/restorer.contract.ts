import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MediaRef } from '../media/media-ref.js';
import type { RestoreOrder, Restorer } from './restorer.js';

/** A restorer without user-installed networks, and an image of 64 by 48 pixels without a face. */
export interface RestorerAtWork {
  restorer: Restorer;
  picture: MediaRef;
}

/** Contract of every `Restorer`. */
export function testRestorer(name: string, create: () => Promise<RestorerAtWork>): void {
  describe(`the restorer ${name}`, { timeout: 60_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'anima-restorer-'));
    let at: RestorerAtWork;
    beforeAll(async () => {
      at = await create();
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    const order = (options: Partial<RestoreOrder['options']> = {}): RestoreOrder => ({
      subject: { kind: 'picture', name: null, format: 'png', width: 64, height: 48, file: at.picture },
      options: { model: 'general', quality: 'fast', strength: 1, fidelity: 1, upscale: 1, ...options },
      outputPath: join(folder, 'restored.png'),
    });
    const context = (signal = new AbortController().signal) => ({ signal, progress: () => {} });

    it('has the shipped model and rejects a missing one', async () => {
      expect(await at.restorer.models()).toEqual(['general']);
      await expect(at.restorer.restore(order({ model: 'gfpgan' }), context())).rejects.toMatchObject({
        code: 'model_not_found',
      });
    });

    it('starts nothing if the signal is already aborted, and leaves no file', async () => {
      const gone = context(AbortSignal.abort(new Error('Gone')));
      await expect(at.restorer.restore(order(), gone)).rejects.toThrow('Gone');
      expect(existsSync(order().outputPath)).toBe(false);
    });

    it('returns an image without a face unchanged, with a note', async () => {
      const made = await at.restorer.restore(order(), context());
      expect(made).toMatchObject({ width: 64, height: 48, duration: null, fps: null, frames: 1 });
      expect(made.framesWithFace).toBe(0);
      expect(made.notes).toHaveLength(1);
      expect(existsSync(order().outputPath)).toBe(true);
    });
  });
}
