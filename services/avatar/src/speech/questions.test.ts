import { describe, expect, it } from 'vitest';
import { withQuestions } from './questions.js';

/** Words as the reader places them: separated by spaces, without punctuation. */
function questionsOf(text: string, ranges?: [number, number][]): string[] {
  const places =
    ranges ??
    [...text.matchAll(/[\p{L}\p{N}$./?]*[\p{L}\p{N}]/gu)].map(
      ({ 0: { length }, index }): [number, number] => [index, index + length],
    );
  const words = places.map(([charStart, charEnd]) => ({
    word: text.slice(charStart, charEnd),
    start: 0,
    end: 0,
    charStart,
    charEnd,
  }));
  return withQuestions(text, words).flatMap(({ word, question }) => (question ? [word] : []));
}

describe('withQuestions', () => {
  it.each([
    ['Are you there?', ['there']],
    ['You are there.', []],
    ['Where is it? Here. Is it?', ['it', 'it']],
    ['Really?! She said \u201cNow?\u201d and left', ['Really', 'Now']],
    ['Is it (or not)? [pause 1s] It is', ['not']],
    ['See example.com/?page=2 for more.', []],
    ['Wirklich ?', ['Wirklich']],
    ['?', []],
    ['', []],
  ])('%j', (text, expected) => expect(questionsOf(text)).toEqual(expected));

  it('ends one question where several words share a range', () => {
    expect(
      questionsOf('$12?', [
        [0, 3],
        [0, 3],
      ]),
    ).toEqual(['$12']);
  });
});
