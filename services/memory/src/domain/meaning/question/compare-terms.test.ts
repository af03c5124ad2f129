import { describe, expect, it } from 'vitest';
import { compareQuestions } from '../same-question.js';
import { readWords } from '../words.js';

const read = (text: string) => ({ text, words: readWords(text) });
/** What tells two questions apart by their words alone. */
const shown = (a: string, b: string): readonly string[] => {
  const found = compareQuestions(read(a), read(b));
  return found === null || found.sureness === 1 ? [] : found.reasons;
};

describe('compareQuestions', () => {
  it.each([
    ['How do I fill 2 forms?', 'How do I fill 3 forms?', "number: '2' against '3'"],
    ['Is it the third one?', 'Is it the fourth one?', "number: 'third' against 'fourth'"],
    ['Is there a limit?', 'Is there a limit of 20?', "number: '' against '20'"],
    ['wait 30 seconds', 'wait 30 minutes', "unit: '30 seconds' against '30 minutes'"],
    ['Is $5 enough?', 'Is €5 enough?', "unit: '5' against '5'"],
    ['use Python 3.1', 'use Python 3.10', "version: '3.1' against '3.10'"],
    ['who met Alice', 'who met Robert', "name: 'alice' against 'robert'"],
    ['open KX-4471', 'open KX-4417', "name: 'kx-4471' against 'kx-4417'"],
    ['weather in lisbon', 'weather in dublin', "alternative: 'lisbon' against 'dublin'"],
    ['Why is it running?', 'Why is it not running?', "negation: '' against 'not'"],
    ['enabled plugins', 'disabled plugins', "antonym: 'enabled' against 'disabled'"],
    ['How do I log in?', 'How do I log out?', "antonym: 'log in' against 'log out'"],
    ['the highest tower', 'the lowest tower', "antonym: 'highest' against 'lowest'"],
    ['from Berlin to Munich', 'from Munich to Berlin', "direction: 'berlin munich' against 'munich berlin'"],
    ['Why do dogs chase cats?', 'Why do cats chase dogs?', "direction: 'dogs cats' against 'cats dogs'"],
    ['Who taught Plato?', 'Who did Plato teach?', "direction: 'who' against 'who'"],
    ['between 5 and 7', 'between 7 and 5', "direction: '5 7' against '7 5'"],
    ['What is the best diet?', 'What is the best diet in Japan?', "qualifier: '' against 'japan'"],
    ['When did it crash?', 'Why did it crash?', "question-word: 'when' against 'why'"],
    ['How tall is it?', 'How old is it?', "question-word: 'how tall' against 'how old'"],
    ['a == b', 'a != b', "name: '==' against '!='"],
    ['What does 👍 mean?', 'What does 👎 mean?', "name: '👍' against '👎'"],
    ['average pay', 'average pay per team', "qualifier: '' against 'per'"],
    ['scale to at most 5', 'scale to 5', "qualifier: 'most' against ''"],
    ['delete one file', 'delete the files', "qualifier: 'one' against ''"],
    ['Is Ann believed by Bea?', 'Does Ann believe Bea?', "direction: 'bea' against 'bea'"],
    ['pros of tea over coffee', 'pros of coffee over tea', "direction: 'tea coffee' against 'coffee tea'"],
    ['Who is the king?', 'Who was the king?', "question-word: 'is' against 'was'"],
    ['read and write it', 'read or write it', "qualifier: 'and' against 'or'"],
    ['Wo ist die Katze?', 'Wo ist die Tasse?', "wording: '' against ''"],
    ['Где кошка?', 'Где чашка?', "wording: '' against ''"],
    ['мой дом', 'мои дом', "wording: '' against ''"],
  ])('%s | %s', (a, b, expected) => {
    expect(shown(a, b)).toContain(expected);
    expect(shown(b, a).length).toBeGreaterThan(0);
  });

  it.each([
    ['1 hour', '60 minutes'],
    ['three eggs', '3 eggs'],
    ['Is $1,000 enough?', 'Is 1000 dollars enough?'],
    ['Which one is it?', 'Which is it?'],
    ['Is India big?', 'is the Indian country big'],
    ['How can I stop smoking?', 'How can I quit smoking?'],
    ['Is it true or not?', 'Is it true?'],
    ['cats and dogs', 'dogs and cats'],
    ['the branch of engineering', 'the engineering branch'],
    ['What is the height of it?', 'How tall is it?'],
    ['Can you tell me why it rains?', 'Why does it rain?'],
    ['the colour of anaemia', 'the color of anemia'],
    ['waht is rust', 'what is rust'],
    ['On Linux, how do I run Python?', 'How do I run Python on Linux?'],
    ["Microsoft's CEO", 'the CEO of Microsoft'],
    ['Does Ann like Bea?', 'Is Bea liked by Ann?'],
    ['Could you please list the rivers?', 'List the rivers'],
    ['Translate "good night" into Thai', '"good night", translate that into Thai'],
    ['Wo ist die Katze?', 'wo ist die katze'],
    ['', '  '],
  ])('none between "%s" and "%s"', (a, b) => {
    expect(shown(a, b)).toEqual([]);
    expect(shown(b, a)).toEqual([]);
  });

  it('trusts a very long text only word for word', () => {
    const long = 'the same words again '.repeat(100);
    expect(shown(long, `${long} tiger`)).toEqual(["wording: '' against ''"]);
    expect(shown(long, long.toUpperCase())).toEqual([]);
  });
});
