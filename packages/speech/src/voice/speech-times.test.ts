import { describe, expect, it } from 'vitest';
import type { SpokenSentence } from '../text/spoken-text.js';
import { phonemeIds } from './phoneme-ids.js';
import { type AudibleTimes, timesOfBegins, unitBegins } from './speech-times.js';

const VOCABULARY = new Map([...'hˈImAbi .,—ˌ'].map((phoneme, i) => [phoneme, i + 1]));

/** Makes a sentence whose words are separated by spaces and punctuation. */
function sentence(phonemes: string): SpokenSentence {
  const spans = [...phonemes.matchAll(/[^ .,—]+/g)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));
  const words = spans.map(() => ({ text: 'word', charStart: 0, charEnd: 1 }));
  return { charStart: 0, charEnd: 1, words, phonemes, spans, pauseMs: 0 };
}

const unshifted = (seconds: number): number => Math.round(seconds * 1e5 + 6250) / 100;

/** Returns times in milliseconds without the shift of 62.5 ms. */
function timesOf(phonemes: string, durations: number[], audible: Partial<AudibleTimes> = {}) {
  const given = sentence(phonemes);
  const input = phonemeIds(given, VOCABULARY);
  expect(durations.length).toBe(input.ids.length);
  const times = timesOfBegins(given, input, unitBegins(durations, 1), {
    first: (_, end) => end,
    last: (_, end) => end,
    ...audible,
  });
  const ms = ({ start, end }: { start: number; end: number }) => [unshifted(start), unshifted(end)];
  return {
    words: times.words.map(ms),
    phonemes: times.phonemes.map((timed) => [timed.phoneme, ...ms(timed)]),
  };
}

describe('timesOfBegins', () => {
  it('divides a space between its words, and adds a stress mark to its vowel', () => {
    expect(timesOf('hˈI mˈA', [10, 2, 1, 3, 4, 1, 1, 5, 6])).toEqual({
      words: [
        [250, 450],
        [450, 675],
      ],
      phonemes: [
        ['h', 250, 300],
        ['I', 300, 450],
        ['m', 450, 525],
        ['A', 525, 675],
      ],
    });
  });

  it('reports the stress of the vowel after a mark only', () => {
    const given = sentence('hˈIm ˌAbi');
    const input = phonemeIds(given, VOCABULARY);
    const audible: AudibleTimes = { first: (_, end) => end, last: (_, end) => end };
    const { phonemes } = timesOfBegins(
      given,
      input,
      unitBegins(new Int32Array(input.ids.length).fill(4), 1),
      audible,
    );
    expect(phonemes.map(({ phoneme, stress }) => [phoneme, stress])).toEqual([
      ['h', undefined],
      ['I', 1],
      ['m', undefined],
      ['A', 2],
      ['b', undefined],
      ['i', undefined],
    ]);
    expect(phonemes[0]).not.toHaveProperty('stress');
  });

  it('moves the end of a word back only before punctuation', () => {
    const calls: number[][] = [];
    const { words, phonemes } = timesOf('hI bi, mA', [4, 1, 1, 2, 1, 5, 1, 2, 1, 1, 1], {
      last: (start, end) => {
        calls.push([unshifted(start), unshifted(end)]);
        return end - 0.03;
      },
    });
    expect(calls).toEqual([
      [175, 350],
      [400, 475],
    ]);
    expect(words).toEqual([
      [100, 175],
      [175, 320],
      [400, 445],
    ]);
    expect(phonemes.at(3)).toEqual(['i', 225, 320]);
  });

  it('starts a word after a pause when it is audible, if that is earlier', () => {
    const calls: number[][] = [];
    const { words, phonemes } = timesOf('hI bi, mA', [9, 1, 1, 2, 1, 5, 1, 2, 1, 1, 1], {
      first: (start, end) => {
        calls.push([unshifted(start), unshifted(end)]);
        return end - 0.02;
      },
    });
    expect(calls).toEqual([
      [75, 225],
      [475, 525],
    ]);
    expect(words.map(([start]) => start)).toEqual([205, 300, 505]);
    expect(phonemes[0]).toEqual(['h', 205, 250]);
  });

  it('shifts by 62.5 ms divided by the root of the pace', () => {
    const given = sentence('hI');
    const audible: AudibleTimes = { first: (_, end) => end, last: (_, end) => end };
    const startAt = (pace: number) =>
      timesOfBegins(given, phonemeIds(given, VOCABULARY), unitBegins([9, 1, 1, 1], pace), audible).words[0]!
        .start;
    expect(startAt(1)).toBeCloseTo(0.225 - 0.0625, 9);
    expect(startAt(0.64)).toBeCloseTo(0.225 - 0.0625 / 0.8, 9);
  });

  it('treats a dash between spaces as a pause', () => {
    const calls: number[] = [];
    timesOf('hI — bi', [1, 1, 1, 1, 1, 1, 1, 1, 1], { last: (_, end) => calls.push(end) && end });
    expect(calls.length).toBe(2);
  });

  it('never starts a word before the previous one ends', () => {
    const { words } = timesOf('h. I', [1, 1, 0, 0, 0, 1], { last: (start) => start + 0.2 });
    expect(words[1]![0]).toBeGreaterThanOrEqual(words[0]![1]!);
  });
});

describe('phonemeIds', () => {
  it('skips unknown characters and keeps the places of the others', () => {
    const { ids, idAt, hasSound } = phonemeIds(sentence('hX b'), VOCABULARY);
    expect(ids).toEqual([0, 1, 8, 6, 0]);
    expect(idAt).toEqual([1, 2, 2, 3, 4]);
    expect(hasSound).toBe(true);
  });

  it('reports a sentence without a sound', () => {
    expect(phonemeIds(sentence(''), VOCABULARY)).toEqual({ ids: [0, 0], idAt: [1], hasSound: false });
    expect(phonemeIds(sentence('XYZ.'), VOCABULARY).hasSound).toBe(false);
    expect(phonemeIds(sentence(' . '), VOCABULARY).hasSound).toBe(false);
  });

  it('accepts 598 phonemes and rejects 599', () => {
    expect(phonemeIds(sentence('h'.repeat(598)), VOCABULARY).ids.length).toBe(600);
    expect(() => phonemeIds(sentence('h'.repeat(599)), VOCABULARY)).toThrow(
      'Expected a sentence of at most 598 phonemes, received 599',
    );
  });
});
