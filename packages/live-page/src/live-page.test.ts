import { type BuiltService, startBuilt } from '@anima/service/testing';
import {
  drawSeldom,
  findChromium,
  findFaults,
  openBrowser,
  type PageWatch,
  watchPage,
} from '@anima/test-browser';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startChatServer, stream, type TestChatServer } from './conversation/testing/chat-server.js';

type Browser = Awaited<ReturnType<typeof openBrowser>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

const TOKEN = 'top';
const LONG =
  'One sentence after the other is spoken here. There is time enough to stop it. Nobody hears how this ends, for it is long. ';

describe.skipIf(findChromium() === null)(
  'the page /live in Chromium, with both services (no chromium on PATH: skipped)',
  { timeout: 90_000 },
  () => {
    let avatar: BuiltService;
    let memory: BuiltService;
    let chat: TestChatServer;
    let browser: Browser;
    const opened: Page[] = [];

    beforeAll(async () => {
      avatar = await startBuilt('avatar', { AVATAR_SERVICE_TOKEN: TOKEN });
      [memory, chat, browser] = await Promise.all([
        startBuilt('memory', { MEMORY_ALLOWED_ORIGINS: avatar.url }),
        startChatServer(({ messages }, response) => stream(response, answerTo(messages))),
        openBrowser(),
      ]);
    });
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((page) => page.close()));
    });
    afterAll(async () => {
      await Promise.all([browser?.close(), chat?.close()]);
      await Promise.all([avatar?.close(), memory?.close()]);
    });

    /** Opens the page in its own tab, with stored settings. */
    async function open(
      settings: object = {},
      options: Parameters<Browser['newPage']>[0] = {},
    ): Promise<{ page: Page; watch: PageWatch }> {
      // The viewport is small, since tests draw in software.
      const page = await browser.newPage({ viewport: { width: 700, height: 500 }, ...options });
      opened.push(page);
      const watch = await watchPage(page);
      await drawSeldom(page);
      await page.addInitScript(
        ([token, stored]) => {
          sessionStorage.setItem('anima-token', token!);
          sessionStorage.setItem('anima-live', stored!);
        },
        [TOKEN, JSON.stringify({ memoryAddress: memory.url, ...settings })],
      );
      await page.goto(`${avatar.url}/live`);
      await page.locator('anima-avatar').waitFor({ state: 'attached' });
      await page.evaluate(() => {
        const played: string[] = [];
        const lit: string[] = [];
        Object.assign(window, { played, lit });
        const captions = document.querySelector('anima-avatar')!.shadowRoot!.querySelector('.captions')!;
        new MutationObserver(() => {
          const now = [...captions.querySelectorAll('.lit')].at(-1);
          if (now?.checkVisibility()) lit.push(now.textContent!);
        }).observe(captions, { childList: true, subtree: true });
        document
          .querySelector('anima-avatar')!
          .addEventListener('word', (event) => played.push((event as CustomEvent).detail.word));
      });
      return { page, watch };
    }

    const converses = { mode: 'converse', chatModel: 'small', chatKey: 'secret', remember: true };
    const talk = (page: Page) =>
      page.evaluate(() => [...document.querySelectorAll('.turn .words')].map((turn) => turn.textContent));
    const played = (page: Page) =>
      page.evaluate(() => (window as unknown as { played: string[] }).played.join(' '));
    const write = async (page: Page, text: string) => {
      await page.fill('#text', text);
      await page.press('#text', 'Enter');
    };
    const turn = (page: Page, state: string) => page.locator(`.turn.assistant.${state}`).last();

    it('asks for a token in words, and keeps it out of its address', async () => {
      const page = await browser.newPage();
      opened.push(page);
      await page.goto(`${avatar.url}/live`);
      await page.fill('#gate-token', 'wrong');
      await page.press('#gate-token', 'Enter');
      await page.getByRole('alert').waitFor();
      expect(await page.textContent('#gate-problem')).toContain('Invalid token');
      await page.fill('#gate-token', TOKEN);
      await page.press('#gate-token', 'Enter');
      await page.locator('#gate').waitFor({ state: 'hidden' });
      await page.locator('anima-avatar').waitFor({ state: 'attached' });
      expect(page.url()).toBe(`${avatar.url}/live`);
      expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    });

    it('speaks typed text, highlights its words, and stops at Escape', async () => {
      const { page, watch } = await open();
      await write(page, 'Good day to you. How are you?');
      await turn(page, 'whole').waitFor();
      // Seen by the page: a busy machine could look here only when all is said.
      expect(await page.evaluate(() => (window as unknown as { lit: string[] }).lit)).toContain('day');
      expect(await played(page)).toBe('Good day to you How are you');
      expect(await page.locator('anima-avatar .captions').isHidden()).toBe(true);
      await write(page, LONG.repeat(10));
      await page.waitForFunction(() => (window as unknown as { played: string[] }).played.length > 9);
      await page.keyboard.press('Escape');
      await turn(page, 'interrupted').waitFor();
      expect(await page.isDisabled('#interrupt')).toBe(true);
      const stored = await page.evaluate(
        () => document.querySelector('.turn.interrupted .words')!.firstChild!.textContent!,
      );
      expect(LONG.repeat(10).startsWith(stored)).toBe(true);
      expect(stored.length).toBeGreaterThan(0);
      await page.check('#while-typing');
      await page.locator('#text').pressSequentially('And this while I type');
      await page.waitForFunction(() =>
        (window as unknown as { played: string[] }).played.join(' ').endsWith('And this while I type'),
      );
      expect([watch.outside, watch.errors]).toEqual([[], []]);
    });

    it('recalls in one session the turns of another, and stores only the played part', async () => {
      const first = await open({ ...converses, chatAddress: chat.address });
      await first.page.locator('#remember').waitFor();
      await write(first.page, 'My sister is called Mara.');
      await turn(first.page, 'whole').waitFor();
      expect(await talk(first.page)).toEqual(['My sister is called Mara.', 'That is a nice name.']);
      expect(await played(first.page)).toBe('That is a nice name');

      await write(first.page, 'Tell me a long story.');
      await first.page.waitForFunction(() => (window as unknown as { played: string[] }).played.length > 12);
      await first.page.click('#interrupt');
      await turn(first.page, 'interrupted').waitFor();
      await write(first.page, 'What was that?');
      await first.page.waitForFunction(() => document.querySelectorAll('.turn.assistant.whole').length === 2);
      const received = chat.received.at(-1)!.messages;
      expect(received.map(({ role }) => role)).toEqual([
        ...['system', 'user', 'assistant', 'user', 'assistant', 'user'],
      ]);
      expect(received[4]!.content).toMatch(/^One sentence.*… \[interrupted\]$/s);
      expect(received[4]!.content.length).toBeLessThan(LONG.length * 5);
      expect(new Set(chat.authorizations)).toEqual(new Set(['Bearer secret']));
      expect([first.watch.outside, first.watch.errors]).toEqual([[], []]);
      await first.page.close();

      const second = await open({ ...converses, chatAddress: chat.address });
      await second.page.locator('#remember').waitFor();
      await write(second.page, 'What is my sister called?');
      await turn(second.page, 'whole').waitFor();
      expect(await talk(second.page)).toEqual(['What is my sister called?', 'She is called Mara.']);
      expect([second.watch.outside, second.watch.errors]).toEqual([[], []]);
    });

    it('explains problems of a chat server', async () => {
      const { page } = await open({ ...converses, chatAddress: chat.address.replace('/v1', '/v2') });
      await write(page, 'Hello');
      await turn(page, 'failed').waitFor();
      expect(await page.textContent('.turn .note')).toContain('Most addresses end in /v1');
    });

    it.each(['light', 'dark'] as const)('has nothing that axe minds: %s', async (colorScheme) => {
      const { page } = await open({}, { colorScheme });
      await write(page, 'Good day to you.');
      await turn(page, 'whole').waitFor();
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 700 });
        expect(await findFaults(page)).toEqual([]);
        await page.click('#open-settings');
        expect(await findFaults(page)).toEqual([]);
        await page.keyboard.press('Escape');
        const widest = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(widest).toBeLessThanOrEqual(width);
      }
    });
  },
);

/** A chat server that repeats the memories in its prompt. */
function answerTo(messages: readonly { role: string; content: string }[]): string {
  const last = messages.at(-1)!.content;
  if (last.includes('long story')) return LONG.repeat(10);
  if (last.includes('sister called?'))
    return messages[0]!.content.includes('called Mara') ? 'She is called Mara.' : 'I do not know.';
  return last.includes('Mara') ? 'That is a **nice** name.' : 'It was short.';
}
