import { createMemoryClient, type MemoryClient } from '@anima/client';
import { findChromium, findFaults } from '@anima/test-browser';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Page, type StudioPages, startStudio } from './testing/studio-pages.js';

const PAGES = ['/', '/audit', '/projects', '/events', '/import', '/cache'];

describe.skipIf(findChromium() === null)('the studio of memories (no chromium on PATH: skipped)', () => {
  let studio: StudioPages;
  let memory: MemoryClient;
  let watched: Awaited<ReturnType<StudioPages['open']>>[] = [];
  beforeAll(async () => {
    studio = await startStudio('memory');
    memory = createMemoryClient({ url: studio.url, token: studio.token });
  });
  async function remember(): Promise<void> {
    await memory.remember({ content: 'The harbour opens at nine', type: 'fact', project: 'coast' });
    await memory.remember({ content: 'W'.repeat(2_000), type: 'context', tags: ['long'] });
  }
  afterAll(() => studio?.close());
  afterEach(async () => {
    const seen = watched.map(({ watch }) => watch);
    await Promise.all(watched.map(({ page }) => page.close()));
    watched = [];
    for (const watch of seen) expect(watch).toEqual({ outside: [], errors: [] });
  });

  async function open(path: string, options?: Parameters<StudioPages['open']>[1]): Promise<Page> {
    const opened = await studio.open(path, options);
    watched.push(opened);
    await opened.page.locator('h1').waitFor();
    return opened.page;
  }
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
  /** Presses Tab until the focused element has the text. */
  async function tabTo(page: Page, text: string): Promise<void> {
    for (let presses = 0; presses < 80; presses++) {
      await page.keyboard.press('Tab');
      if ((await focused(page)).startsWith(text)) return;
    }
    throw new Error(`Expected ${text} to be reached by Tab`);
  }
  const note = (page: Page, text: string) => page.locator('.notes p', { hasText: text }).waitFor();

  it('introduces an empty service with an example', async () => {
    const page = await open('/');
    await page.getByText('No memories yet').waitFor();
    expect(await findFaults(page)).toEqual([]);
    await tabTo(page, 'Try it with an example');
    await page.keyboard.press('Enter');
    await page.locator('.found-text', { hasText: 'kettle' }).waitFor();
    expect(await page.getByRole('searchbox').inputValue()).not.toBe('');
    await tabTo(page, 'Undo');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await memory.list({})).total).toBe(0);
    await remember();
  });

  it('prompts for the token, and requires it', async () => {
    const { page } = await studio.open('/', { asked: true });
    await page.getByLabel('Token').fill('another');
    await page.keyboard.press('Enter');
    await page.getByText('Invalid token.').waitFor();
    await page.getByLabel('Token').fill(studio.token);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Memories' }).waitFor();
    await page.close();
  });

  it.each(PAGES)('%s has no faults in both themes and on a phone', async (path) => {
    const page = await open(path);
    await page.locator('.waiting').waitFor({ state: 'detached' });
    expect(await findFaults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 820 });
    expect(await findFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });

  it('stores, finds, opens, edits, archives and restores a memory by keyboard', async () => {
    const page = await open('/');
    await tabTo(page, 'Remember');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Content').waitFor();
    await page.getByRole('dialog').getByLabel('Content').focus();
    await page.keyboard.type('The lighthouse is painted white');
    await tabTo(page, 'Remember');
    await page.keyboard.press('Enter');
    await note(page, 'Stored');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('Remember');

    await page.keyboard.press('/');
    await page.keyboard.type('lighthouse colour');
    await page.getByText('most relevant first').waitFor();
    await page.locator('.found-text', { hasText: 'lighthouse' }).first().waitFor();
    await tabTo(page, 'The lighthouse');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The lighthouse is painted white' }).waitFor();

    await tabTo(page, 'Edit');
    await page.keyboard.press('Enter');
    const text = page.getByRole('dialog').getByLabel('Content');
    await text.fill('The lighthouse is painted red');
    await tabTo(page, 'Save');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The lighthouse is painted red' }).waitFor();
    expect(await focused(page)).toBe('Edit');

    await tabTo(page, 'Archive');
    await page.keyboard.press('Enter');
    await page.getByText('Search does not find it').waitFor();
    await note(page, 'Archived');
    await tabTo(page, 'Undo');
    await page.keyboard.press('Enter');
    await page.getByText('Search does not find it').waitFor({ state: 'detached' });
    const [entry] = (await memory.search('lighthouse')).results;
    expect([entry!.content, entry!.state]).toEqual(['The lighthouse is painted red', 'active']);
  });

  it('finds contradictions and duplicates by an audit, and resolves them', async () => {
    const remember = (content: string) => memory.remember({ content, type: 'decision', project: 'billing' });
    const older = await remember('We decided to use Postgres for the billing service.');
    await remember('We decided not to use Postgres for the billing service.');
    await remember('Invoices are sent on the first of each month.');
    await remember('Invoices are sent on the first of each month!');
    const page = await open('/audit');
    await tabTo(page, 'Run audit');
    await page.keyboard.press('Enter');
    await tabTo2(page, 'Resolve');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Two memories' }).waitFor();
    await tabTo(page, 'Replace the older');
    await page.keyboard.press('Enter');
    await note(page, 'The older memory is archived');
    expect((await memory.get(older.memory_id, { include_archived: true })).state).toBe('archived');
    await tabTo2(page, 'Merge');
    await page.keyboard.press('Enter');
    await note(page, 'Merged');
    expect((await memory.list({ project_id: 'billing' })).total).toBe(2);
    await tabTo(page, 'Undo');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await memory.list({ project_id: 'billing' })).total).toBe(3);
  });
  async function tabTo2(page: Page, name: string): Promise<void> {
    await page.locator('button, a.button').filter({ hasText: name }).first().waitFor();
    await tabTo(page, name);
  }

  it('selects, merges and suppresses findings by keyboard', async () => {
    const remember = (content: string) => memory.remember({ content, type: 'fact', project: 'canteen' });
    const contents = ['Lunch is at noon.', 'Lunch is at noon!', 'Tea is at four.', 'Tea is at four!'];
    for (const content of contents) await remember(content);
    const { project } = (await memory.list({ project_id: 'canteen' })).memories[0]!;
    await memory.audit.run({ scope: 'project', project_id: project! });
    const page = await open('/audit');
    const findings = page.locator('[data-finding]:visible');
    await expect.poll(() => findings.count()).toBe(2);
    // A finding is shown before its memories are loaded.
    for (const content of contents) await findings.getByText(content, { exact: true }).waitFor();
    await page.keyboard.press('j');
    const first = await focused(page);
    await page.keyboard.press('j');
    expect(await focused(page)).not.toBe(first);
    await page.keyboard.press('k');
    expect(await focused(page)).toBe(first);
    await page.keyboard.press('x');
    await note(page, 'Suppressed in later audits');
    await expect.poll(() => findings.count()).toBe(1);
    await findings.first().focus();
    await page.keyboard.press('m');
    await note(page, 'Merged');
    expect((await memory.list({ project_id: 'canteen' })).total).toBe(3);
    const merged = (await memory.list({ project_id: 'canteen' })).memories[0]!.memory_id;
    await page.evaluate((id) => {
      location.hash = `#/memories/${id}`;
    }, merged);
    await tabTo2(page, 'Undo merge');
    await page.keyboard.press('Enter');
    await note(page, 'Merge undone');
    expect((await memory.list({ project_id: 'canteen' })).total).toBe(4);
  });

  it('lists changes of other clients as they happen', async () => {
    const page = await open('/events');
    await expect
      .poll(async () => {
        await memory.remember({ content: `A thing at ${Math.random()}`, type: 'fact' });
        return page.locator('.timeline li').count();
      })
      .toBeGreaterThan(0);
  });

  it('reports a new contradiction, with a link to both memories', async () => {
    const page = await open('/projects', { follows: true });
    const remember = (content: string) =>
      memory.remember({ content, type: 'decision', project: 'shipping', tags: [] });
    await remember('We decided to ship with the night train.');
    await remember('We decided not to ship with the night train.');
    await note(page, 'Two memories contradict each other');
    await tabTo(page, 'Compare');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Two memories' }).waitFor();
  });

  it('opens pages by keyboard', async () => {
    const page = await open('/');
    for (const [key, heading] of [
      ['p', 'Projects and agents'],
      ['c', 'Response cache'],
    ]) {
      await page.keyboard.press('g');
      await page.keyboard.press(key!);
      await page.getByRole('heading', { name: heading!, exact: true }).waitFor();
    }
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await findFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});
