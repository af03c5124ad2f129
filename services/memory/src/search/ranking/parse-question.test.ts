import { describe, expect, it } from 'vitest';
import { parseQuestion } from './parse-question.js';

describe('parseQuestion', () => {
  it.each([
    ['When did Melanie run?', 'when'],
    ['In which month did it rain?', 'when'],
    ['What date was the party?', 'when'],
    ['How long ago was that?', 'when'],
    ['How many hikes has she been on?', 'many'],
    ['How long is the bridge?', 'many'],
    ['Where did they go?', 'where'],
    ['Which city does he like?', 'where'],
    ['Who came?', 'who'],
    ['Why did he leave?', 'why'],
    ['Does she swim?', 'yes-no'],
    ['What did she buy?', 'what'],
    ['boat', 'what'],
    ['', 'what'],
  ])('%s', (text, type) => {
    expect(parseQuestion(text).type).toBe(type);
  });

  it('finds the speakers it names and leaves their names out of bodyTerms', () => {
    const question = parseQuestion("What did Tom's sister Ann buy?", ['Tom Weber', 'Ann', 'Joe']);
    expect(question.speakers).toEqual(['Tom Weber', 'Ann']);
    expect(question.bodyTerms).toEqual(['sister', 'bui']);
  });

  it('keeps all terms if only names are left', () => {
    expect(parseQuestion('Ann?', ['Ann']).bodyTerms).toEqual(['ann']);
  });

  it('reads identifiers and phrases', () => {
    const { identifiers, phrases } = parseQuestion('Is KX-4471 the "deadlock of workers"?');
    expect(identifiers).toEqual(['kx-4471']);
    expect(phrases).toEqual([['deadlock', 'worker']]);
  });
});
