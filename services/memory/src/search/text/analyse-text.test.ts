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
    ['mail address', 'a.b@example.org', ['a.b@example.org', 'a.b', 'example.org', 'exampl', 'org']],
    ['ordinals are words', '2nd 5k 90s', ['2nd', '5k', '90s']],
    ['accents', 'Besançon naïve über', ['besancon', 'naiv', 'uber']],
    ['Chinese', '备份目录', ['备', '备份', '份', '份目', '目', '目录', '录']],
    ['Japanese in a sentence', 'API キー', ['api', 'キ', 'キー']],
    ['Thai', 'บ้าน', ['บ้', '้า', 'าน', 'บ้าน']],
    ['Devanagari', 'नमस्ते दुनिया', ['नमस्ते', 'दुनिया']],
    [
      'a setting with its value',
      'JWT_EXPIRY=3600',
      ['jwt_expiry=3600', 'jwt_expiry', 'jwt', 'expiri', '3600'],
    ],
    ['a line of a file', 'File.java:87', ['file.java:87', 'file.java', 'file', 'java', '87']],
    [
      'a test in a file',
      'test_pay.py::TestRefund',
      ['test_pay.py::testrefund', 'test_pay.py', 'testrefund', 'test', 'pai', 'py', 'refund'],
    ],
    [
      'an address with its port',
      '10.20.30.40:8443',
      ['10.20.30.40:8443', '10.20.30.40', '10', '20', '30', '40', '8443'],
    ],
    [
      'a URL',
      'https://a-1.example/b',
      ['https://a-1.example/b', 'a-1.example/b', 'a-1.example', 'http', 'exampl'],
    ],
    ['a dotted name with its value', 'a.b.c=30', ['a.b.c=30', 'a.b.c', '30']],
    [
      'a URL with a query',
      'http://h/x.ts?a_b=c',
      ['http://h/x.ts?a_b=c', 'http://h/x.ts', 'a_b', 'h/x.ts', 'x.ts', 'http', 'ts'],
    ],
    [
      'an identifier in a sentence without spaces',
      '设JWT_EXPIRY=60吧',
      ['设', 'jwt_expiry=60', 'jwt_expiry', 'jwt', 'expiri', '60', '吧'],
    ],
    ['emoji', 'Great👍🏽! ❤️ 👩\u200D💻 🇫🇷 ™', ['great', '👍', '❤', '👩\u200D💻', '🇫🇷']],
    ['one character', '猫', ['猫']],
    ['Cyrillic', 'Привет', ['привет']],
    ['stop words only', 'who are we?', []],
    ['nothing', ' \n\t ?! ', []],
    ['words of Object.prototype', 'constructor', ['constructor']],
  ])('%s', (_name, text, terms) => {
    expect(analyseText(text)).toEqual(terms);
  });

  it('finds words of three characters and more in scripts without spaces', () => {
    expect(analyseText('来週の火曜日に行く')).toContain('火曜日');
    expect(analyseText('ห้องประชุมย้ายไปชั้นสาม')).toContain('ประชุม');
  });

  it('gives the same terms whatever the case of plain words', () => {
    expect(analyseText('DOGS Dogs dogs')).toEqual(['dog', 'dog', 'dog']);
  });

  it.each([
    ['half-width kana', 'ｻｰﾊﾞｰ', 'サーバー'],
    ['kana in two parts', 'サーハ\u3099ー', 'サーバー'],
    ['decomposed Korean', '서버'.normalize('NFD'), '서버'],
    ['decomposed Latin', 'Besançon'.normalize('NFD'), 'besancon'],
    ['full-width letters', 'ＪＷＴ＿ＥＸＰＩＲＹ＝６０', 'JWT_EXPIRY=60'],
    ['Arabic vowel signs', 'مُحَمَّد', 'محمد'],
    ['Arabic forms of alef', 'أحمد إلى آخر', 'احمد الي اخر'],
    ['an Arabic ligature and lengthening', 'ﻻ مـــرحبا', 'لا مرحبا'],
    ['Persian letters', 'یک کتاب', 'يك كتاب'],
    ['digits of other scripts', '٣٠٠٠ ۴۵', '3000 45'],
    ['Hebrew vowel signs', 'שָׁלוֹם', 'שלום'],
    [
      'letters without an accent to drop',
      'Straße smørrebrød œuvre Łódź Æther',
      'strasse smorrebrod oeuvre lodz aether',
    ],
    ['Greek sigma', 'ΣΟΦΟΣ σοφός', 'σοφοσ σοφοσ'],
    ['emoji of another colour', '👍🏿 ❤️', '👍 ❤'],
  ])('reads %s as their usual form', (_name, written, usual) => {
    expect(analyseText(written)).toEqual(analyseText(usual));
  });

  it('returns the range of the original for composed characters', () => {
    const text = 'x ｻｰﾊﾞｰ y';
    const ranges: string[] = [];
    visitTerms(text, (term, start, end) => {
      ranges.push(`${term} ${text.slice(start, end)}`);
    });
    expect(ranges).toEqual(['x x', 'サ ｻ', 'サー ｻｰ', 'ーバ ｰﾊﾞ', 'バ ﾊﾞ', 'バー ﾊﾞｰ', 'サーバー ｻｰﾊﾞｰ', 'y y']);
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
