import type { Page } from 'playwright-core';

/**
 * What the page opens from now on draws some eight times a second instead of sixty: faces are drawn in software here, which takes more
 * than all else that a page does. Only for pages whose words and sound do not go by animation frames.
 */
export async function drawSeldom(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const PAUSE_MS = 110;
    const request = requestAnimationFrame;
    const cancel = cancelAnimationFrame;
    const begun = new Map<number, number>();
    globalThis.requestAnimationFrame = (draw) => {
      const id = window.setTimeout(() => {
        const frame = request((now) => {
          begun.delete(id);
          draw(now);
        });
        begun.set(id, frame);
      }, PAUSE_MS);
      return id;
    };
    globalThis.cancelAnimationFrame = (id) => {
      clearTimeout(id);
      cancel(begun.get(id) ?? 0);
      begun.delete(id);
    };
  });
}
