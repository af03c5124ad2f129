import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTypedSpeech } from './typed-speech.js';

describe('text that is spoken while it is typed', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function start() {
    const utterances: string[][] = [];
    const speech = createTypedSpeech({
      say: async (pieces) => {
        const mine: string[] = [];
        utterances.push(mine);
        for await (const piece of pieces) mine.push(piece);
        mine.push('END');
      },
      pauseMs: 500,
    });
    return { utterances, speech, settle: () => vi.advanceTimersByTimeAsync(0) };
  }

  it('goes word by word, and all of it at a pause', async () => {
    const { utterances, speech, settle } = start();
    const text = 'Good day to you';
    for (let end = 1; end <= text.length; end++) speech.typed(text.slice(0, end));
    await settle();
    expect(utterances).toEqual([['Good ', 'day ', 'to ']]);
    await vi.advanceTimersByTimeAsync(500);
    expect(utterances).toEqual([['Good ', 'day ', 'to ', 'you', '']]);
    speech.typed(`${text}, Mara`);
    speech.end(`${text}, Mara.`);
    await settle();
    expect(utterances).toEqual([['Good ', 'day ', 'to ', 'you', '', ', ', 'Mara.', 'END']]);
  });

  it('keeps text that was already passed on, and starts again after its end', async () => {
    const { utterances, speech, settle } = start();
    speech.typed('One two ');
    speech.typed('One ');
    speech.typed('One three ');
    speech.end('One three ');
    speech.end('');
    speech.end('Next.');
    speech.typed('Stop here ');
    speech.stop('Stop here ');
    speech.end('Stop here now');
    await settle();
    expect(utterances).toEqual([
      ['One two ', 'three ', 'END'],
      ['Next.', 'END'],
      ['Stop here ', 'END'],
      ['now', 'END'],
    ]);
  });
});
