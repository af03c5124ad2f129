import { describe, expect, it } from 'vitest';
import { compareQuestions } from './same-question.js';
import { signsOf } from './signs.js';
import { readWords } from './words.js';

const read = (text: string) => ({ text, words: readWords(text) });

describe('signs between words', () => {
  it.each([
    ['How is @ used in Ruby?', 'How is & used in Ruby?'],
    ['How can I use @ in Ruby?', 'How do I use & in Ruby?'],
    ['What does git checkout . do', 'What does git checkout do'],
    ['Explain cd ..', 'Explain cd .'],
    ['ls -l', 'ls -L'],
    ['Where does <b> go?', 'Where does </b> go?'],
    ['foo()', 'foo[]'],
    ['What is 5 % of 3?', 'What is 5 of 3?'],
  ])('make another question: %s / %s', (a, b) => {
    expect(compareQuestions(read(a), read(b))).toMatchObject({ sureness: 0 });
    expect(compareQuestions(read(b), read(a))).toMatchObject({ sureness: 0 });
  });

  it.each([
    ['How do I reset it?', 'how do I reset it'],
    ['Well, how: do I "reset" it (now)?', 'Well how do I reset it now ...?'],
    ['Steps:\n- one\n- two', 'Steps: one, two'],
  ])('are no punctuation of a sentence: %s', (a, b) => {
    expect(compareQuestions(read(a), read(b))).toMatchObject({ sureness: 1 });
  });

  it('are those that stand in no word', () => {
    expect(signsOf(read('R&D of src/main.ts: a & b && c, --all'))).toEqual(['&', '--']);
  });
});
