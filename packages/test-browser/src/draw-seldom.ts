import type { Page } from 'playwright-core';

/**
 * Limits documents that the page opens from now on to about eight frames per second instead of 60: tests draw
 * faces in software, which takes most of the time. Not for pages whose words or audio depend on animation
 * frames.
 */
export async function drawSeldom(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const PAUSE_MS = 110;
    const request = requestAnimationFrame;
    const cancel = cancelAnimationFrame;
    const scheduledFrames = new Map<number, number>();
    globalThis.requestAnimationFrame = (draw) => {
      const id = window.setTimeout(() => {
        const frame = request((now) => {
          scheduledFrames.delete(id);
          draw(now);
        });
        scheduledFrames.set(id, frame);
      }, PAUSE_MS);
      return id;
    };
    globalThis.cancelAnimationFrame = (id) => {
      clearTimeout(id);
      cancel(scheduledFrames.get(id) ?? 0);
      scheduledFrames.delete(id);
    };
  });
}
