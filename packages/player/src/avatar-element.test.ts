import { findChromium, findFaults } from '@anima/test-browser';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AvatarElement } from './element/avatar-element.js';
import { installTap, type PageTap } from './testing/page-tap.js';
import { type Page, type PlayerPages, startPlayerPages } from './testing/player-pages.js';

// Globals that `installTap` creates in a page.
declare const avatar: AvatarElement;
declare const tap: PageTap;
declare const createPlayer: typeof import('./player.js').createPlayer;

// However busy the machine is.
vi.setConfig({ testTimeout: 90_000 });
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 50_000 });

const TAG =
  '<script type="module" src="SERVER/player.js"></script><anima-avatar server="SERVER" ticket="TICKET" style="width: 64px"';

describe.skipIf(findChromium() === null)('<anima-avatar> (no chromium on PATH: skipped)', () => {
  let pages: PlayerPages;
  const opened: Page[] = [];
  beforeAll(async () => {
    pages = await startPlayerPages();
  });
  afterAll(() => pages?.close());

  async function open(attributes = '', options: Parameters<PlayerPages['open']>[1] = {}) {
    const { page, watch } = await pages.open(`${TAG} ${attributes}></anima-avatar>`, options);
    opened.push(page);
    await page.evaluate(async () => {
      await customElements.whenDefined('anima-avatar');
    });
    await page.evaluate(installTap);
    return { page, watch };
  }
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((page) => page.close()));
    await eventually(async () => expect(await pages.sessions()).toBe(0));
  });

  it('speaks, and reports each word when it is played', async () => {
    const { page, watch } = await open('captions');
    const reported = await page.evaluate(async () => {
      await avatar.warm();
      await tap.listen();
      const result = await avatar.say('Yes! Bob came by bus. Two. Ten.');
      return { result, events: tap.events, ...tap.heard(), stalled: tap.stalled() };
    });
    expect(reported.result).toEqual({
      ...{ interrupted: false, heardText: 'Yes! Bob came by bus. Two. Ten.', heardCharEnd: 31 },
    });
    expect(reported.events.map(({ type }) => type).filter((type) => type !== 'ready')).toEqual([
      'started',
      ...Array(7).fill('word'),
      'ended',
    ]);
    const words = reported.events.filter(({ type }) => type === 'word');
    expect(words.map(({ detail }) => detail.word)).toEqual(['Yes', 'Bob', 'came', 'by', 'bus', 'Two', 'Ten']);
    // Only words after a pause have an audible onset.
    for (const { at, detail } of [0, 1, 5, 6].map((word) => words[word]!)) {
      // On a busy machine the audio may also pause within a word, which then has a second onset.
      const late = Math.min(...reported.onsets.map((onset) => Math.abs(at - onset)));
      expect(late, detail.word).toBeLessThan(0.06 + reported.stalled);
    }
    expect(watch).toEqual({ outside: [], errors: [] });
  });

  it('shows an expression while it is silent, and neither speaks nor captions its tag', async () => {
    const { page } = await open('captions expression="happy 0.9"');
    const reported = await page.evaluate(async () => {
      const { motion, expression } = await avatar.warm();
      const smile = motion.shapes.indexOf('cheekSquintLeft');
      const smiling = async (is: (value: number) => boolean) => {
        while (!is(avatar.player!.values()?.[smile] ?? Number.NaN))
          await new Promise((resolve) => setTimeout(resolve, 20));
      };
      await smiling((value) => value > 0.4);
      avatar.expression = null;
      await smiling((value) => value < 0.2);
      const captions: string[] = [];
      avatar.addEventListener('word', () => {
        captions.push(avatar.shadowRoot!.querySelector('.captions')!.textContent ?? '');
      });
      const result = await avatar.say('[surprised] Oh yes, [happy] good.');
      return { expression, result, captions, now: avatar.session!.expression };
    });
    expect(reported.expression).toEqual({ name: 'happy', strength: 0.9 });
    expect(reported.now).toEqual({ name: 'neutral', strength: 1 });
    expect(reported.result.heardText).toBe('Oh yes, good.');
    expect(reported.captions.length).toBeGreaterThan(0);
    for (const caption of reported.captions) expect(caption).not.toMatch(/\[|happy|surprised| {2}/);
  });

  it('speaks a text that is still being written, and is silent within 100 ms of an interruption', async () => {
    const { page } = await open();
    const reported = await page.evaluate(async () => {
      await avatar.warm();
      await tap.listen();
      async function* written() {
        for (;;) {
          yield 'One word after another, as long as nobody minds. ';
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
      let waiting = 0;
      const result = avatar.say(written());
      const later = avatar.say('Never heard.');
      await new Promise<void>((resolve) => {
        avatar.addEventListener('word', () => ++waiting === 5 && resolve());
      });
      const { played } = tap.now();
      const playback = await avatar.interrupt();
      const [first, second] = await Promise.all([result, later]);
      await tap.goesOn(0.4);
      const loudFor = tap.heard().lastLoud - played;
      const again = await avatar.say('Good.');
      return { loudFor, playback, first, second, again, events: tap.events, stalled: tap.stalled() };
    });
    expect(reported.loudFor).toBeLessThan(0.1 + reported.stalled);
    expect(reported.playback.heardText).toMatch(/^One word after/);
    expect(reported.playback.heardCharEnd).toBe(reported.playback.heardText.length);
    expect(reported.first).toEqual({ interrupted: true, ...pick(reported.playback) });
    expect(reported.second).toEqual({ interrupted: true, heardText: '', heardCharEnd: 0 });
    expect(reported.again).toMatchObject({ interrupted: false, heardText: 'Good.' });
    const after = reported.events.slice(reported.events.findIndex(({ type }) => type === 'interrupted') + 1);
    expect(after.map(({ type, detail }) => `${type} ${detail.word ?? ''}`)).toEqual([
      ...['started ', 'word Good', 'ended '],
    ]);
  });

  it('waits for a gesture where the browser wants one, and plays then', async () => {
    // Uses only a script of the page: the browser counts actions of playwright as gestures.
    const { page } = await pages.open(
      `${TAG}></anima-avatar><script type="module">
        const avatar = document.querySelector('anima-avatar');
        const button = avatar.shadowRoot.querySelector('button');
        new MutationObserver(() => console.log(button.hidden ? 'plays' : button.textContent)).observe(button, { attributes: true });
        await avatar.say('Hello.');
        console.log('said');
      </script>`,
      { click: false },
    );
    opened.push(page);
    const reported = (text: string) => page.waitForEvent('console', (message) => message.text() === text);
    await reported('Play sound');
    const [plays, result] = [reported('plays'), reported('said')];
    await page.mouse.click(5, 5);
    await Promise.all([plays, result]);
  });

  it('continues while it is muted', async () => {
    const { page } = await open('muted');
    const reported = await page.evaluate(async () => {
      await avatar.warm();
      await tap.listen();
      await avatar.say('Nobody hears it.');
      const silent = tap.heard().peak;
      avatar.muted = false;
      await avatar.say('Everybody hears it.');
      return {
        silent,
        loud: tap.heard().peak,
        words: tap.events.filter(({ type }) => type === 'word').length,
      };
    });
    expect(reported).toMatchObject({ silent: 0, words: 6 });
    expect(reported.loud).toBeGreaterThan(0.05);
  });

  it('lights captions word by word, and takes them away', async () => {
    const { page } = await open('captions');
    const reported = await page.evaluate(async () => {
      const root = avatar.shadowRoot!;
      const captions = root.querySelector('[part=captions]') as HTMLElement;
      const seen: string[] = [];
      avatar.addEventListener('word', () =>
        seen.push(
          `${captions.textContent}|${[...captions.querySelectorAll('.lit')].map((e) => e.textContent).join(' ')}`,
        ),
      );
      await avatar.say('It costs $12, Bob. Fine!');
      return { seen, hidden: captions.hidden };
    });
    expect(reported.seen[0]).toMatch(/^It costs \$12, Bob\.\|It$/);
    expect(reported.seen).toContain('It costs $12, Bob.|It costs $12 Bob');
    expect(reported.seen.at(-1)).toBe('Fine!|Fine');
    expect(reported.hidden).toBe(true);
  });

  it('shows a face, sleeps while it is hidden, and speaks all the same', async () => {
    const { page, watch } = await open();
    await page.getByRole('img', { name: 'The face of ada' }).waitFor();
    const reported = await page.evaluate(async () => {
      let frames = 0;
      const request = requestAnimationFrame;
      globalThis.requestAnimationFrame = (draw) => {
        frames++;
        return request(draw);
      };
      const untilDrawn = async (count: number) => {
        while (frames < count) await new Promise(request);
      };
      await untilDrawn(2);
      const hide = (hidden: boolean) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      };
      hide(true);
      const before = frames;
      const result = await avatar.say('Nobody looks.');
      const asleep = frames - before;
      hide(false);
      await untilDrawn(before + asleep + 2);
      return { result, asleep };
    });
    expect(reported).toEqual({
      result: { interrupted: false, heardText: 'Nobody looks.', heardCharEnd: 13 },
      asleep: 0,
    });
    expect(watch).toEqual({ outside: [], errors: [] });
  });

  it('opens another session when the service returns, and reports the lost one', async () => {
    const { page } = await open();
    const lost = page.evaluate(async () => {
      await avatar.warm();
      const result = avatar.say('This will not be heard to its end, since the service stops. '.repeat(5));
      return result.then(String, ({ code }) => code);
    });
    await eventually(async () =>
      expect(await page.evaluate(() => tap.events.some(({ type }) => type === 'word'))).toBe(true),
    );
    const notice = page.getByRole('status');
    await pages.restart(async () => {
      expect(await lost).toBe('connection_lost');
      await notice
        .getByText('The connection to the avatar service was lost.')
        .or(notice.getByText('No avatar service responds'))
        .waitFor();
    });
    await eventually(async () => expect(await page.evaluate(() => avatar.session !== null)).toBe(true));
    expect(await notice.isVisible()).toBe(false);
    expect(await page.evaluate(() => avatar.say('Here again.'))).toMatchObject({ interrupted: false });
  });

  it.each([
    ['the ticket is wrong', 'SERVER', 'none', 'The avatar service requires a valid ticket'],
    ['nothing is there', 'http://127.0.0.1:1', 'TICKET', 'No avatar service responds at http://127.0.0.1:1'],
    ['the voice is unknown', 'SERVER', 'TICKET" voice="nobody', 'nobody'],
  ])('says in words that %s', async (_, server, ticket, words) => {
    const { page } = await pages.open(
      `<script type="module" src="SERVER/player.js"></script><anima-avatar server="${server}" ticket="${ticket}"></anima-avatar>`,
    );
    opened.push(page);
    await page.getByRole('status').getByText(words).waitFor();
    expect(await findFaults(page)).toEqual([]);
  });

  it('does not load in a page whose origin is not allowed', async () => {
    const { page } = await pages.open('', { origin: pages.strange });
    opened.push(page);
    // As text: what vitest makes of an import is not for pages.
    const loaded = await page.evaluate(
      `import('${pages.url}/player.js').then(() => 'loaded', () => 'refused')`,
    );
    expect(loaded).toBe('refused');
  });

  it('works next to a second element, and after it is moved, removed and added again', async () => {
    const { page } = await open();
    const result = await page.evaluate(async () => {
      const other = avatar.cloneNode() as AvatarElement;
      document.body.append(other);
      const both = await Promise.all([avatar.say('One.'), other.say('Two.')]);
      const moving = avatar.say('This one is moved while it speaks.');
      document.body.prepend(avatar);
      both.push(await moving);
      other.remove();
      return both.map(({ heardText }) => heardText);
    });
    expect(result).toEqual(['One.', 'Two.', 'This one is moved while it speaks.']);
    await eventually(async () => expect(await pages.sessions()).toBe(1));
    const gone = await page.evaluate(async () => {
      const saying = avatar.say('Nobody is there any more.').catch(({ code }) => code);
      avatar.remove();
      return saying;
    });
    expect(gone).toBe('closed');
    await eventually(async () => expect(await pages.sessions()).toBe(0));
    expect(
      await page.evaluate(() => {
        document.body.append(avatar);
        return avatar.say('Back.');
      }),
    ).toMatchObject({ interrupted: false });
  });

  it('gives sound and values to an engine of one’s own', async () => {
    const { page } = await pages.open(
      '<script type="module">import { createPlayer } from "SERVER/player.js"; Object.assign(globalThis, { createPlayer });</script>',
    );
    opened.push(page);
    const reported = await page.evaluate(
      async ({ url, ticket }) => {
        const player = createPlayer({ server: url, ticket, shapes: 'visemes', fps: 60 });
        const session = await player.warm();
        const peaks = new Map<string, number>();
        const look = () => {
          const values = player.heard() === null ? null : player.values();
          for (const [i, name] of session.motion.shapes.entries())
            peaks.set(name, Math.max(peaks.get(name) ?? 0, values?.[i] ?? 0));
        };
        const timer = setInterval(look, 8);
        await player.say('Mama papa.');
        clearInterval(timer);
        const after = [...player.values()!];
        player.close();
        return { shapes: session.motion.shapes.length, PP: peaks.get('PP'), aa: peaks.get('aa'), after };
      },
      { url: pages.url, ticket: await pages.ticket() },
    );
    expect(reported.shapes).toBe(15);
    expect(reported.PP).toBeGreaterThan(0.5);
    expect(reported.aa).toBeGreaterThan(0.3);
    expect(reported.after).toEqual(Array(15).fill(0));
  });
});

function pick({ heardText, heardCharEnd }: { heardText: string; heardCharEnd: number }) {
  return { heardText, heardCharEnd };
}
