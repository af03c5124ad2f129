import { describe, expect, it } from 'vitest';
import { differences } from './gate.js';
import { readWords } from './words.js';

const read = (text: string) => ({ text, words: readWords(text) });
const shown = (a: string, b: string): string[] =>
  differences(read(a), read(b)).map(
    ({ kind, left, right }) => `${kind}: ${left.join(' ')} | ${right.join(' ')}`,
  );

describe('differences', () => {
  it.each([
    ['How do I fill 2 forms?', 'How do I fill 3 forms?', 'number: 2 | 3'],
    ['Is it the third one?', 'Is it the fourth one?', 'number: third | fourth'],
    ['Is there a limit?', 'Is there a limit of 20?', 'number:  | 20'],
    ['wait 30 seconds', 'wait 30 minutes', 'unit: 30 seconds | 30 minutes'],
    ['Is $5 enough?', 'Is €5 enough?', 'unit: 5 | 5'],
    ['ounces in a cup', 'grams in a cup', 'unit: ounces | grams'],
    ['use Python 3.1', 'use Python 3.10', 'version: 3.1 | 3.10'],
    ['who met Alice', 'who met Robert', 'name: alice | robert'],
    ['open KX-4471', 'open KX-4417', 'name: kx-4471 | kx-4417'],
    ['weather in lisbon', 'weather in dublin', 'alternative: lisbon | dublin'],
    ['plans for next week', 'plans for last week', 'alternative: next week | last week'],
    ['Why is it running?', 'Why is it not running?', 'negation:  | not'],
    ['How do I stop laughing?', 'How do I learn laughing?', 'negation: stop | '],
    ['enabled plugins', 'disabled plugins', 'antonym: enabled | disabled'],
    ['How do I log in?', 'How do I log out?', 'antonym: log in | log out'],
    ['the highest tower', 'the lowest tower', 'antonym: highest | lowest'],
    ['from Berlin to Munich', 'from Munich to Berlin', 'direction: berlin to munich | munich to berlin'],
    ['Why do dogs chase cats?', 'Why do cats chase dogs?', 'direction: dogs chase cats | cats chase dogs'],
    ['Who taught Plato?', 'Who did Plato teach?', 'direction: who | who'],
    ['between 5 and 7', 'between 7 and 5', 'direction: 5 7 | 7 5'],
    ['What is the best diet?', 'What is the best diet in Japan?', 'qualifier:  | japan'],
    ['What is the best diet?', 'What is the best diet after surgery?', 'qualifier:  | surgery'],
    ['Which phone is best?', 'Which cheap phone is best?', 'qualifier:  | cheap'],
    ['How do I clean a filter?', 'How do I clean a vacuum filter?', 'qualifier:  | vacuum'],
    ['When did it crash?', 'Why did it crash?', 'question-word: when | why'],
    ['How tall is it?', 'How old is it?', 'question-word: how tall | how old'],
    ['a == b', 'a != b', 'symbol: == | !='],
    ['What does 👍 mean?', 'What does 👎 mean?', 'symbol: 👍 | 👎'],
    ['Wo ist die Katze?', 'Wo ist die Tasse?', 'wording:  | '],
    ['Где кошка?', 'Где чашка?', 'wording:  | '],
    ['мой дом', 'мои дом', 'wording:  | '],
  ])('%s | %s', (a, b, expected) => {
    expect(shown(a, b)).toContain(expected);
    expect(shown(b, a).length).toBeGreaterThan(0);
  });

  it.each([
    ['1 hour', '60 minutes'],
    ['three eggs', '3 eggs'],
    ['Is $1,000 enough?', 'Is 1000 dollars enough?'],
    ['Which one is it?', 'Which is it?'],
    ['How do I learn natural language processing?', 'How do I learn NLP?'],
    ['Is India big?', 'is the Indian country big'],
    ['Who is Hilary Smith?', 'Who is Hillary Smith?'],
    ['How can I stop smoking?', 'How can I quit smoking?'],
    ['Is it true or not?', 'Is it true?'],
    ['cats and dogs', 'dogs and cats'],
    ['Use Redis with Node', 'Use Node with Redis'],
    ['the branch of engineering', 'the engineering branch'],
    ['What is the height of it?', 'How tall is it?'],
    ['Is there a way to sort it?', 'How can I sort it?'],
    ['Can you tell me why it rains?', 'Why does it rain?'],
    ['How do I center a div?', 'How do I center a div in CSS?'],
    ['Wo ist die Katze?', 'wo ist die katze'],
    ['', '  '],
  ])('none between "%s" and "%s"', (a, b) => {
    expect(shown(a, b)).toEqual([]);
    expect(shown(b, a)).toEqual([]);
  });

  it('trusts a very long text only word for word', () => {
    const long = 'the same words again '.repeat(100);
    expect(shown(long, `${long} tiger`)).toEqual(['wording:  | ']);
    expect(shown(long, long.toUpperCase())).toEqual([]);
  });
});
