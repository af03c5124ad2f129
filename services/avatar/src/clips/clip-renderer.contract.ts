import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MediaRef } from '../media/media-ref.js';
import type { ClipRenderer, RenderOrder } from './clip-renderer.js';

/** A renderer with an engine that needs no network, for a head, and a sound of .4 s. */
export interface RendererAtWork {
  renderer: ClipRenderer;
  head: MediaRef;
  sound: MediaRef;
}

/** Contract of every `ClipRenderer`. */
export function testClipRenderer(name: string, create: () => Promise<RendererAtWork>): void {
  describe(`the renderer ${name}`, { timeout: 60_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'anima-renderer-'));
    let at: RendererAtWork;
    beforeAll(async () => {
      at = await create();
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    const subject = () => ({ kind: 'head', name: null, file: at.head }) as const;
    const engineOf = () => at.renderer.engines.find((engine) => engine.fits(subject()))!;
    const order = (fileName: string): RenderOrder => ({
      engine: engineOf().name,
      subject: subject(),
      sound: { file: at.sound },
      timeline: null,
      options: {
        ...{ fps: 10, width: 64, enhance: false, headMotion: 0, blink: false, fade: 0, captions: 'none' },
        ...{ background: { kind: 'default' }, faceAt: null, seed: 0 },
      },
      captions: [],
      outputPath: join(folder, fileName),
    });
    const never = new AbortController().signal;

    it('can use the engines that need nothing', async () => {
      const usable = await at.renderer.usable();
      expect(at.renderer.engines).toEqual(expect.arrayContaining([...usable]));
      expect(usable).toEqual(
        expect.arrayContaining(at.renderer.engines.filter(({ needs }) => needs.length === 0)),
      );
    });

    it('reports a face as loaded only after it was loaded', async () => {
      const { name: engine } = engineOf();
      expect(at.renderer.isLoaded(engine, null)).toBe(false);
      await at.renderer.load(engine, null);
      expect([at.renderer.isLoaded(engine, null), at.renderer.isLoaded(engine, subject())]).toEqual([
        true,
        false,
      ]);
      await at.renderer.load(engine, subject());
      expect(at.renderer.isLoaded(engine, subject())).toBe(true);
    });

    it('draws frames for the whole audio, reports progress, and repeats the same frames', async () => {
      const reported: number[] = [];
      const progress = (fraction: number) => void reported.push(fraction);
      const clip = await at.renderer.render(order('clip.mp4'), { signal: never, progress });
      expect(clip).toMatchObject({ fps: 10, frames: 4, width: 64, height: 64, faceTrack: null });
      expect(clip.duration).toBeCloseTo(0.4, 1);
      expect(existsSync(join(folder, 'clip.mp4'))).toBe(true);
      expect(reported.length).toBeGreaterThan(0);
      expect(reported.toSorted((one, other) => one - other)).toEqual(reported);
      expect(reported.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true);
      expect(await at.renderer.render(order('again.mp4'), { signal: never, progress })).toEqual(clip);
    });

    it('ends when it is aborted, with the reason and without a file', async () => {
      const controller = new AbortController();
      const drawn = at.renderer.render(order('cut.mp4'), {
        signal: controller.signal,
        progress: () => controller.abort(new Error('Cancelled')),
      });
      await expect(drawn).rejects.toThrow('Cancelled');
      expect(existsSync(join(folder, 'cut.mp4'))).toBe(false);
      const gone = { signal: AbortSignal.abort(new Error('Gone')), progress: () => {} };
      await expect(at.renderer.render(order('gone.mp4'), gone)).rejects.toThrow('Gone');
    });

    it('refuses an engine that is no longer here', async () => {
      const drawn = at.renderer.render(
        { ...order('none.mp4'), engine: 'gone' },
        { signal: never, progress: () => {} },
      );
      await expect(drawn).rejects.toMatchObject({ code: 'model_not_found' });
    });
  });
}
