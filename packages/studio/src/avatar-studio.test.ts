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

  it.each(PAGES)('%s is whole in both themes and on a phone', async (path) => {
    const page = await open(path);
    await page.locator('.waiting').first().waitFor({ state: 'detached' });
    expect(await findFaults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 820 });
    expect(await findFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });

  it('speaks what is written, word by word, and falls silent when it is told to', {
    timeout: 60_000,
  }, async () => {
    const page = await open('/');
    await page.locator('anima-avatar').waitFor();
    const text = page.getByLabel('What is said');
    await text.fill('One two three. This is said in a while, and never to its end: it is too long for that.');
    await text.press('Control+Enter');
    await page.locator('.heard-text mark').waitFor();
    await page.getByText('Heard after').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Stop' }).and(page.locator(':disabled')).waitFor();
  });

  it('makes a clip, and plays it', { timeout: 90_000 }, async () => {
    const page = await open('/render');
    await page.getByLabel('What is said').fill('Hello.');
    await page.getByLabel('Width').selectOption('256');
    await press(page, 'Make the clip');
    await page.locator('video').waitFor({ timeout: 80_000 });
    await expect
      .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
      .toBeGreaterThan(0);
  });

  it('makes a script scene by scene, and the queue takes it back', { timeout: 60_000 }, async () => {
    const page = await open('/script');
    await page
      .getByRole('textbox', { name: 'Scene 1' })
      .fill('The first scene says a little more than the others do.');
    await press(page, 'Another scene');
    await page.getByRole('textbox', { name: 'Scene 2' }).fill('The second says little.');
    await press(page, 'Make all of it');
    await page.getByRole('progressbar').first().waitFor();
    await page.reload();
    await page.getByRole('progressbar').first().waitFor();
    await page.evaluate(() => {
      location.hash = '#/queue';
    });
    await press(page, 'Cancel');
    await page.locator('.chip', { hasText: 'cancelled' }).waitFor();
  });

  it('takes a face up, and lets go of it', { timeout: 60_000 }, async () => {
    const page = await open('/catalog');
    const { faces } = await avatar.catalog.get();
    const portrait = faces.find(({ kind }) => kind === 'picture')!;
    await page.getByLabel('A picture, a head').setInputFiles({
      ...{ name: 'somebody.png', mimeType: 'image/png' },
      buffer: readFileSync(portrait.path),
    });
    await press(page, 'Add');
    await note(page, 'Added');
    expect((await avatar.catalog.get()).faces.map(({ name }) => name)).toContain('somebody');
    // What ships stays.
    expect(await page.getByRole('button', { name: /^Delete ada/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Delete somebody' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await note(page, 'Deleted');
    expect((await avatar.catalog.get()).faces.map(({ name }) => name)).not.toContain('somebody');
  });

  it('changes settings, and takes them back', async () => {
    const page = await open('/settings');
    const speed = page.getByLabel('default speed');
    await speed.fill('1.25');
    await press(page, 'Save');
    await note(page, 'Saved');
    expect((await avatar.settings.get()).settings.default_speed).toBe(1.25);
    await press(page, 'Reset all');
    await note(page, 'Every setting');
    expect((await avatar.settings.get()).settings.default_speed).toBe(1);
    await press(page, 'Undo');
    await expect.poll(async () => (await avatar.settings.get()).settings.default_speed).toBe(1.25);
  });

  it('sets aside, and brings back', { timeout: 60_000 }, async () => {
    const page = await open('/backups');
    await page.getByLabel('Name').fill('mine');
    await press(page, 'Back up');
    await note(page, 'Backed up');
    await press(page, 'Restore');
    await press(page, 'Restore it');
    await note(page, 'Restored');
    expect((await avatar.backups.list()).backups.length).toBeGreaterThan(1);
  });
});
