import { describe, expect, it } from 'vitest';
import type { SpokenSentence } from '../spoken-text.js';
import { phonemeIds } from './phoneme-ids.js';
import { type AudibleTimes, speechTimes } from './speech-times.js';

const VOCABULARY = new Map([...'hˈImAbi .,—ˌ'].map((phoneme, i) => [phoneme, i + 1]));

/** Words are what stands between spaces and punctuation. */
function sentence(phonemes: string): SpokenSentence {
  const spans = [...phonemes.matchAll(/[^ .,—]+/g)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));
  const words = spans.map(() => ({ text: 'word', charStart: 0, charEnd: 1 }));
  return { charStart: 0, charEnd: 1, words, phonemes, spans, pauseMs: 0 };
}

const unshifted = (seconds: number): number => Math.round(seconds * 1e5 + 6250) / 100;

/** Times in milliseconds, the shift of 62.5 ms taken out. */
function timesOf(phonemes: string, durations: number[], heard: Partial<AudibleTimes> = {}) {
  const given = sentence(phonemes);
  const input = phonemeIds(given, VOCABULARY);
  expect(durations.length).toBe(input.ids.length);
  const times = speechTimes(given, input, Int32Array.from(durations), 1, {
    first: (_, end) => end,
    last: (_, end) => end,
    ...heard,
  });
  const ms = ({ start, end }: { start: number; end: number }) => [unshifted(start), unshifted(end)];
  return {
    words: times.words.map(ms),
    phonemes: times.phonemes.map((timed) => [timed.phoneme, ...ms(timed)]),
  };
}

describe('speechTimes', () => {
  it('divides a space between its words, and gives a stress mark to its vowel', () => {
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

  it('tells the stress of the vowel behind a mark, and of nothing else', () => {
    const given = sentence('hˈIm ˌAbi');
    const input = phonemeIds(given, VOCABULARY);
    const heard: AudibleTimes = { first: (_, end) => end, last: (_, end) => end };
    const { phonemes } = speechTimes(given, input, new Int32Array(input.ids.length).fill(4), 1, heard);
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

  it('moves the end of a word back before punctuation, and nowhere else', () => {
    const asked: number[][] = [];
    const { words, phonemes } = timesOf('hI bi, mA', [4, 1, 1, 2, 1, 5, 1, 2, 1, 1, 1], {
      last: (start, end) => {
        asked.push([unshifted(start), unshifted(end)]);
        return end - 0.03;
      },
    });
    expect(asked).toEqual([
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

  it('lets a word behind a pause begin where it is heard, if that is earlier, and no other', () => {
    const asked: number[][] = [];
    const { words, phonemes } = timesOf('hI bi, mA', [9, 1, 1, 2, 1, 5, 1, 2, 1, 1, 1], {
      first: (start, end) => {
        asked.push([unshifted(start), unshifted(end)]);
        return end - 0.02;
      },
    });
    expect(asked).toEqual([
      [75, 225],
      [475, 525],
    ]);
    expect(words.map(([start]) => start)).toEqual([205, 300, 505]);
    expect(phonemes[0]).toEqual(['h', 205, 250]);
  });

  it('shifts more at a slow pace: by 62.5 ms over the root of it', () => {
    const given = sentence('hI');
    const heard: AudibleTimes = { first: (_, end) => end, last: (_, end) => end };
    const startAt = (pace: number) =>
      speechTimes(given, phonemeIds(given, VOCABULARY), Int32Array.of(9, 1, 1, 1), pace, heard).words[0]!
        .start;
    expect(startAt(1)).toBeCloseTo(0.225 - 0.0625, 9);
    expect(startAt(0.64)).toBeCloseTo(0.225 - 0.0625 / 0.8, 9);
  });

  it('takes a dash between spaces for a pause', () => {
    const asked: number[] = [];
    timesOf('hI — bi', [1, 1, 1, 1, 1, 1, 1, 1, 1], { last: (_, end) => asked.push(end) && end });
    expect(asked.length).toBe(2);
  });

  it('never goes back: a word cut short does not make the next begin before it', () => {
    const { words } = timesOf('h. I', [1, 1, 0, 0, 0, 1], { last: (start) => start + 0.2 });
    expect(words[1]![0]).toBeGreaterThanOrEqual(words[0]![1]!);
  });
});

describe('phonemeIds', () => {
  it('passes over characters the model does not know, and keeps the places of the others', () => {
    const { ids, idAt, hasSound } = phonemeIds(sentence('hX b'), VOCABULARY);
    expect(ids).toEqual([0, 1, 8, 6, 0]);
    expect(idAt).toEqual([1, 2, 2, 3, 4]);
    expect(hasSound).toBe(true);
  });

  it('knows when there is nothing to say', () => {
    expect(phonemeIds(sentence(''), VOCABULARY)).toEqual({ ids: [0, 0], idAt: [1], hasSound: false });
    expect(phonemeIds(sentence('XYZ.'), VOCABULARY).hasSound).toBe(false);
    expect(phonemeIds(sentence(' . '), VOCABULARY).hasSound).toBe(false);
  });

  it('takes 598 phonemes and refuses 599', () => {
    expect(phonemeIds(sentence('h'.repeat(598)), VOCABULARY).ids.length).toBe(600);
    expect(() => phonemeIds(sentence('h'.repeat(599)), VOCABULARY)).toThrow(
      'Expected a sentence of at most 598 phonemes, received 599',
    );
  });
});
