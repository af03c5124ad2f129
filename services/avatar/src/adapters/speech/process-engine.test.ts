import { AppError } from '@anima/service/errors';
import { describe, expect, it } from 'vitest';
import { createProcessEngine } from './process-engine.js';
import type { Speaker } from './speaker.js';

/** A process that answers nothing until it is let: its voice is being loaded. */
function gatedSpeaker() {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const asked: string[] = [];
  let last = 0;
  const speaker: Speaker = {
    number: () => ++last,
    async call({ type, id }) {
      asked.push(type);
      await gate;
      return { type: 'done', id };
    },
    tell: () => {},
    stop: () => {},
    end: async () => {},
  };
  return { speaker, asked, open: () => open() };
}

describe('an engine in a process', () => {
  it('checks texts while its voice is being loaded, and asks no process for it', async () => {
    const { speaker, asked, open } = gatedSpeaker();
    const engine = createProcessEngine({
      voices: [],
      family: { kind: 'hibari' },
      onCrash: () => {},
      start: () => speaker,
    });
    let loaded = false;
    const loading = engine.load('heart').then(() => {
      loaded = true;
    });
    const voice = 'heart';
    await engine.check({ text: 'Hello.', voice, lexicon: { Hello: 'həlˈO' } });
    for (const [text, lexicon, code] of [
      ['...', {}, 'text_empty'],
      ['Привет', {}, 'text_not_speakable'],
      ['a [pause soon]', {}, 'pause_invalid'],
      ['a', { a: '5' }, 'lexicon_invalid'],
    ] as const) {
      const refusal = await engine.check({ text, voice, lexicon }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(AppError);
      expect(refusal).toMatchObject({ code });
    }
    expect([loaded, asked]).toEqual([false, ['load']]);
    open();
    await loading;
    await engine.close();
  });
});
