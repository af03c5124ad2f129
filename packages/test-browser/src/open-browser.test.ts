import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFaults } from './accessibility.js';
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

  it('is told of what leaves the machine, and of errors', async () => {
    const page = await browser.newPage();
    const watch = await watchPage(page);
    await page.setContent('<img src="http://192.0.2.1/x.png"><script>throw new Error("broken")</script>');
    await page.waitForLoadState('load');
    expect(watch.outside).toEqual(['http://192.0.2.1/x.png']);
    expect(watch.errors.join()).toContain('broken');
  });

  it('is looked through by axe', async () => {
    const page = await browser.newPage();
    await page.setContent('<html lang="en"><title>t</title><main><h1>h</h1><button></button></main></html>');
    expect((await findFaults(page)).join()).toContain('button-name');
    await page.setContent('<html lang="en"><title>t</title><main><h1>h</h1><button>b</button></main></html>');
    expect(await findFaults(page)).toEqual([]);
  });
});
