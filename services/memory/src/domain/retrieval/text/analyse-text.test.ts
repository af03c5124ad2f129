import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyseText, visitTerms } from './analyse-text.js';

describe('analyseText', () => {
  it.each([
    ['stems, stop words dropped', 'We were running the migrations', ['run', 'migrat']],
    ['repeats kept', 'test the tests', ['test', 'test']],
    ['possessives and contractions', "Caroline's friends don't know", ['carolin', 'friend', 'know']],
    ['typographic apostrophes', 'Caroline’s dog isn’t home', ['carolin', 'dog', 'home']],
    ['quotation marks', `'hello' "world" (again)`, ['hello', 'world']],
    ['hyphens and slashes between words', 'mother-in-law and/or cousin', ['mother', 'law', 'cousin']],
    ['no space after a full stop', 'It is done.Next we rest', ['next', 'rest']],
    ['three dots', 'wait...what ...and go', ['wait', 'go']],
    ['numbers', '1,240 orders, 3 percent in 2023', ['1240', 'order', '3', 'percent', '2023']],
    ['ticket', 'KX-4471', ['kx-4471', 'kx', '4471']],
    ['constant', 'ERR_CONN_RESET', ['err_conn_reset', 'err', 'conn', 'reset']],
    ['version', 'v2.3.1', ['v2.3.1', '2.3.1', 'v2']],
    ['path', 'src/routes/recall.ts', ['src/routes/recall.ts', 'recall.ts', 'src', 'rout', 'recal', 'ts']],
    ['address', '10.0.0.12', ['10.0.0.12', '10', '12']],
    ['number sign', '(#4521)', ['#4521', '4521']],
    ['languages', 'C++ or C#', ['c++', 'c#']],
    ['camel case', 'parseQuestion', ['parsequestion', 'parsequest', 'pars', 'question']],
    ['hidden file', 'the .env file', ['.env', 'env', 'file']],
    ['mail address', 'a.b@example.org', ['a.b@example.org', 'exampl', 'org']],
    ['ordinals are words', '2nd 5k 90s', ['2nd', '5k', '90s']],
    ['accents', 'Besançon naïve über', ['besancon', 'naiv', 'uber']],
    ['Chinese', '备份目录', ['备份', '份目', '目录']],
    ['Japanese in a sentence', 'API キー', ['api', 'キー']],
    ['one character', '猫', ['猫']],
    ['Cyrillic', 'Привет', ['привет']],
    ['stop words only', 'who are we?', []],
    ['nothing', ' \n\t ?! ', []],
    ['words of Object.prototype', 'constructor', ['constructor']],
  ])('%s', (_name, text, terms) => {
    expect(analyseText(text)).toEqual(terms);
  });

  it('gives the same terms whatever the case of plain words', () => {
    expect(analyseText('DOGS Dogs dogs')).toEqual(['dog', 'dog', 'dog']);
  });

  it('takes any text, and every term stands for characters of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        visitTerms(text, (term, start, end) => {
          expect(term).not.toBe('');
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
        });
      }),
    );
  });
});
