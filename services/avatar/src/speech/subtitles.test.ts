import { describe, expect, it } from 'vitest';
import { toCues, toSrt, toVtt } from './subtitles.js';

/** The words of a text, half a second each, a tenth apart; "|" makes a pause of a second. */
function speak(marked: string) {
  const text = marked.replaceAll('|', '');
  let at = 0;
  let time = 0;
  const words = [];
  for (const piece of marked.matchAll(/\||[^\s|]+/g)) {
    if (piece[0] === '|') {
      time += 1;
      continue;
    }
    const word = piece[0].replace(/[^\w'$]+$/, '');
    const charStart = text.indexOf(word, at);
    at = charStart + word.length;
    words.push({ word, start: time, end: time + 0.5, charStart, charEnd: at });
    time = Math.round((time + 0.6) * 10) / 10;
  }
  return { text, words };
}
const word = (text: string, charStart: number, charEnd: number, start: number) => ({
  word: text,
  start,
  end: start + 0.5,
  charStart,
  charEnd,
});
const textsOf = (marked: string) => {
  const { text, words } = speak(marked);
  return toCues(text, words).map((cue) => cue.text);
};

describe('subtitles', () => {
  it('end at sentences, at pauses, and before they get too long', () => {
    expect(textsOf('Hello there, Ada. How are you? Fine!')).toEqual([
      'Hello there, Ada.',
      'How are you?',
      'Fine!',
    ]);
    expect(textsOf('He said "stop." Then |he left')).toEqual(['He said "stop."', 'Then', 'he left']);
    expect(textsOf('Title\n\nText below')).toEqual(['Title', 'Text below']);
    expect(textsOf('a b c d e f g h i j k l m n')).toEqual(['a b c d e f g h i j k', 'l m n']);
    expect(textsOf('')).toEqual([]);
    expect(toCues('One [pause 2s] two', [word('One', 0, 3, 0), word('two', 15, 18, 3)])).toMatchObject([
      { text: 'One' },
      { text: 'two' },
    ]);
  });

  it('never split an expression that is spoken as several words', () => {
    const words = ['twelve', 'dollars'].map((word, i) => ({
      word,
      start: i * 8,
      end: i * 8 + 7,
      charStart: 0,
      charEnd: 3,
    }));
    expect(toCues('$12', words)).toEqual([{ start: 0, end: 15, text: '$12' }]);
  });

  it('stay long enough to be read, but not over the next one', () => {
    const { text, words } = speak('No. Yes. |Ok.');
    expect(toCues(text, words).map(({ start, end }) => [start, end])).toEqual([
      [0, 0.6],
      [0.6, 1.6],
      [2.2, 3.2],
    ]);
  });

  it('are written as SubRip and WebVTT', () => {
    const cues = [
      { start: 0, end: 1.5, text: 'Is 1 < 2 & 3?' },
      { start: 3_661.0004, end: 3_662, text: 'A line that is too long for one line goes on two of them.' },
    ];
    expect(toSrt(cues)).toBe(
      '1\n00:00:00,000 --> 00:00:01,500\nIs 1 < 2 & 3?\n\n2\n01:01:01,000 --> 01:01:02,000\nA line that is too long for\none line goes on two of them.\n',
    );
    expect(toVtt(cues)).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nIs 1 &lt; 2 &amp; 3?\n\n01:01:01.000 --> 01:01:02.000\nA line that is too long for\none line goes on two of them.\n',
    );
  });
});

describe('long sentences', () => {
  const LONG =
    'We will meet at the north entrance of the old library building at 10:30 p.m. on Monday, March 4, 2024, and after a short ' +
    'walk through the gardens, everybody who wants to stay for the concert should have a ticket with them, because without one ' +
    'nobody is let into the hall after eight.';

  it('are cut into cues of two lines and seven seconds, and dates stay whole', () => {
    const { text, words } = speak(LONG);
    const cues = toCues(text, words);
    for (const { start, end, text: shown } of cues) {
      expect(end - start).toBeLessThanOrEqual(7);
      const lines = toSrt([{ start, end, text: shown }])
        .split('\n')
        .slice(2, -1);
      expect(lines.length).toBeLessThanOrEqual(2);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(42);
    }
    expect(cues.map((cue) => cue.text).join(' ')).toBe(LONG);
    expect(cues.some((cue) => cue.text.includes('10:30 p.m. on Monday, March 4, 2024'))).toBe(true);
  });

  it('show no tags', () => {
    const text =
      'Hi <think>not. this</think><b>there</b> you & I, if x < y, see [it](https://a.b/c) &amp; go.';
    const spoken = ['Hi', 'there', 'you', '&', 'I', 'if', 'x', '<', 'y', 'see', 'it', '&amp;', 'go'];
    let at = 0;
    const words = spoken.map((one, i) => {
      const charStart = text.indexOf(one, i === 1 ? 23 : at);
      at = charStart + one.length;
      return word(one, charStart, at, i / 2);
    });
    expect(
      toCues(text, words)
        .map((cue) => cue.text)
        .join(' '),
    ).toBe('Hi there you & I, if x < y, see it & go.');
  });
});
