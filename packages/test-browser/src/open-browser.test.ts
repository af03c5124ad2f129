import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFaults } from './accessibility.js';
import { drawSeldom } from './draw-seldom.js';
import { findChromium, openBrowser } from './open-browser.js';
import { watchPage } from './watch-page.js';

describe.skipIf(findChromium() === null)('a page in Chromium (no chromium on PATH: skipped)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  it('draws with WebGL', async () => {
    const page = await browser.newPage();
    expect(
      await page.evaluate(() => document.createElement('canvas').getContext('webgl2')?.isContextLost()),
    ).toBe(false);
  });

  it('reports requests outside of the machine, and errors', async () => {
    const page = await browser.newPage();
    const watch = await watchPage(page);
    await page.setContent('<img src="http://192.0.2.1/x.png"><script>throw new Error("broken")</script>');
    await page.waitForLoadState('load');
    expect(watch.outside).toEqual(['http://192.0.2.1/x.png']);
    expect(watch.errors.join()).toContain('broken');
  });

  it('draws few frames on request, and none that is cancelled', async () => {
    const page = await browser.newPage();
    await drawSeldom(page);
    await page.goto('about:blank');
    const { drawn, apart } = await page.evaluate(async () => {
      const drawn: string[] = [];
      cancelAnimationFrame(requestAnimationFrame(() => drawn.push('taken back')));
      const at: number[] = [];
      for (const frame of ['first', 'second'])
        at.push(
          await new Promise<number>((resolve) =>
            requestAnimationFrame((now) => {
              drawn.push(frame);
              resolve(now);
            }),
          ),
        );
      return { drawn, apart: at[1]! - at[0]! };
    });
    expect(drawn).toEqual(['first', 'second']);
    // Of the clock of the frames: four at least are left out.
    expect(apart).toBeGreaterThan(4 * (1000 / 60));
  });

  it('is checked by axe', async () => {
    const page = await browser.newPage();
    await page.setContent('<html lang="en"><title>t</title><main><h1>h</h1><button></button></main></html>');
    expect((await findFaults(page)).join()).toContain('button-name');
    await page.setContent('<html lang="en"><title>t</title><main><h1>h</h1><button>b</button></main></html>');
    expect(await findFaults(page)).toEqual([]);
  });
});
