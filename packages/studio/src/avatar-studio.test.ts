import { readFileSync } from 'node:fs';
import { createAvatarClient } from '@anima/client';
import { findChromium, findFaults } from '@anima/test-browser';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Page, type StudioPages, startStudio } from './testing/studio-pages.js';

const PAGES = ['/', '/render', '/script', '/queue', '/catalog', '/settings', '/backups'];

describe.skipIf(findChromium() === null)('the studio of avatars (no chromium on PATH: skipped)', () => {
  let studio: StudioPages;
  let avatar: ReturnType<typeof createAvatarClient>;
  let watched: Awaited<ReturnType<StudioPages['open']>>[] = [];
  beforeAll(async () => {
    studio = await startStudio('avatar');
    avatar = createAvatarClient({ url: studio.url, token: studio.token });
  });
  afterAll(() => studio?.close());
  afterEach(async () => {
    const seen = watched.map(({ watch }) => watch);
    await Promise.all(watched.map(({ page }) => page.close()));
    watched = [];
    for (const watch of seen) expect(watch).toEqual({ outside: [], errors: [] });
  });

  async function open(path: string): Promise<Page> {
    const opened = await studio.open(path);
    watched.push(opened);
    await opened.page.locator('h1').waitFor();
    return opened.page;
  }
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
  async function press(page: Page, text: string): Promise<void> {
    await page.locator('button', { hasText: text }).first().waitFor();
    for (let presses = 0; presses < 80; presses++) {
      await page.keyboard.press('Tab');
      if (!(await focused(page)).startsWith(text)) continue;
      await page.keyboard.press('Enter');
      return;
    }
    throw new Error(`Expected ${text} to be reached by Tab`);
  }
  const note = (page: Page, text: string) => page.locator('.notes p', { hasText: text }).waitFor();

  it.each(PAGES)('%s has no faults in both themes and on a phone', async (path) => {
    const page = await open(path);
    await page.locator('.waiting').first().waitFor({ state: 'detached' });
    expect(await findFaults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 820 });
    expect(await findFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });

  it('speaks a text word by word, and stops on request', {
    timeout: 60_000,
  }, async () => {
    const page = await open('/');
    await page.locator('anima-avatar').waitFor();
    const text = page.getByLabel('Text');
    await text.fill('One two three. This is said in a while, and never to its end: it is too long for that.');
    await text.press('Control+Enter');
    await page.locator('.heard-text mark').waitFor();
    await page.getByText('First audio after').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Stop' }).and(page.locator(':disabled')).waitFor();
  });

  it('renders a clip, and plays it', { timeout: 90_000 }, async () => {
    const page = await open('/render');
    await page.getByLabel('Text').fill('Hello.');
    await page.getByLabel('Width').selectOption('256');
    await press(page, 'Render clip');
    await page.locator('video').waitFor({ timeout: 80_000 });
    await expect
      .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
      .toBeGreaterThan(0);
  });

  it('renders a script, which the queue can cancel', { timeout: 60_000 }, async () => {
    const page = await open('/script');
    await page
      .getByRole('textbox', { name: 'Scene 1' })
      .fill('The first scene says a little more than the others do.');
    await press(page, 'Add scene');
    await page.getByRole('textbox', { name: 'Scene 2' }).fill('The second says little.');
    await press(page, 'Render script');
    await page.getByRole('progressbar').first().waitFor();
    await page.reload();
    await page.getByRole('progressbar').first().waitFor();
    await page.evaluate(() => {
      location.hash = '#/queue';
    });
    await press(page, 'Cancel');
    await page.locator('.chip', { hasText: 'cancelled' }).waitFor();
  });

  it('shows the clips of a script in the queue', { timeout: 90_000 }, async () => {
    const scenes = [{ text: 'One.' }, { text: 'Two.' }];
    await avatar.waitFor(await avatar.batch({ scenes, defaults: { options: { width: 128, fps: 10 } } }));
    const page = await open('/queue');
    await press(page, 'Show');
    await expect.poll(() => page.locator('video').count(), { timeout: 20_000 }).toBe(2);
  });

  it('adds and deletes a face', { timeout: 60_000 }, async () => {
    const page = await open('/catalog');
    const { faces } = await avatar.catalog.get();
    const portrait = faces.find(({ kind }) => kind === 'picture')!;
    await page.getByLabel('Picture, head').setInputFiles({
      ...{ name: 'somebody.png', mimeType: 'image/png' },
      buffer: readFileSync(portrait.path),
    });
    await press(page, 'Add');
    await note(page, 'Added');
    expect((await avatar.catalog.get()).faces.map(({ name }) => name)).toContain('somebody');
    // Shipped faces cannot be deleted.
    expect(await page.getByRole('button', { name: /^Delete ada/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Delete somebody' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await note(page, 'Deleted');
    expect((await avatar.catalog.get()).faces.map(({ name }) => name)).not.toContain('somebody');
  });

  it('changes and resets settings', async () => {
    const page = await open('/settings');
    const speed = page.getByLabel('default speed');
    await speed.fill('1.25');
    await press(page, 'Save');
    await note(page, 'Saved');
    expect((await avatar.settings.get()).settings.default_speed).toBe(1.25);
    await press(page, 'Reset all');
    await note(page, 'All settings');
    expect((await avatar.settings.get()).settings.default_speed).toBe(1);
    await press(page, 'Undo');
    await expect.poll(async () => (await avatar.settings.get()).settings.default_speed).toBe(1.25);
  });

  it('creates and restores a backup', { timeout: 60_000 }, async () => {
    const page = await open('/backups');
    await page.getByLabel('Name').fill('mine');
    await press(page, 'Back up');
    await note(page, 'Backed up');
    await press(page, 'Restore');
    await press(page, 'Restore backup');
    await note(page, 'Restored');
    expect((await avatar.backups.list()).backups.length).toBeGreaterThan(1);
  });
});
