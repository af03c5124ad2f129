import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MediaRef } from '../media/media-ref.js';
import type { Portraits } from './portraits.js';

/** Portraits and images of at least 64 by 48 pixels: with a face, without a face, and an invalid image. */
export interface PortraitsAtWork {
  portraits: Portraits;
  somebody: MediaRef;
  nobody: MediaRef;
  broken: MediaRef;
}

/** Contract of every adapter of `Portraits`. */
export function testPortraits(name: string, create: () => Promise<PortraitsAtWork>): void {
  describe(`portraits ${name}`, { timeout: 60_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'anima-portraits-'));
    let at: PortraitsAtWork;
    beforeAll(async () => {
      at = await create();
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    const never = new AbortController().signal;
    const seen = (file: MediaRef) =>
      ({ kind: 'picture', name: null, format: 'png', width: 64, height: 48, file }) as const;

    it('accept an image with a face and reject one without, at every call', async () => {
      for (let time = 0; time < 2; time++) {
        await at.portraits.check(seen(at.somebody), null, never);
        await expect(at.portraits.check(seen(at.nobody), null, never)).rejects.toMatchObject({
          code: 'face_missing',
        });
      }
    });

    it('return the displayed size of an image', async () => {
      expect(await at.portraits.measure(at.nobody, never)).toEqual({ width: 64, height: 48 });
    });

    it('write a small picture', async () => {
      const output = join(folder, 'small.jpg');
      await at.portraits.thumbnail('picture', at.nobody, output, never);
      expect(existsSync(output)).toBe(true);
    });

    it('reject an invalid image and leave no file', async () => {
      const refused = { code: 'media_unreadable' };
      const output = join(folder, 'none.jpg');
      await expect(at.portraits.measure(at.broken, never)).rejects.toMatchObject(refused);
      await expect(at.portraits.thumbnail('picture', at.broken, output, never)).rejects.toMatchObject(
        refused,
      );
      expect(existsSync(output)).toBe(false);
    });

    it('start nothing if the signal is already aborted', async () => {
      const gone = AbortSignal.abort(new Error('Gone'));
      await expect(at.portraits.measure(at.somebody, gone)).rejects.toThrow('Gone');
    });
  });
}
