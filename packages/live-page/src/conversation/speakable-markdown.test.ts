import { describe, expect, it } from 'vitest';
import { createSpokenMarkdown } from './speakable-markdown.js';

function spoken(text: string, size: number): string {
  const markdown = createSpokenMarkdown();
  let spokenText = '';
  for (let at = 0; at < text.length; at += size) spokenText += markdown.push(text.slice(at, at + size));
  spokenText += markdown.end();
  expect(markdown.spoken).toBe(spokenText);
  return spokenText;
}

const CODE = 'The code is on the page.\n';

describe('spoken markdown', () => {
  it.each([
    ['plain text', 'Hello there, Mara. How are you?', 'Hello there, Mara. How are you?'],
    ['emphasis', 'A **bold** and *thin* ***both*** __word__ _too_.', 'A bold and thin both word too.'],
    ['names of programs', 'call snake_case_name', 'call snake_case_name'],
    ['products', '2 * 3 is 6, 2*3 too', '2 times 3 is 6, 2 times 3 too'],
    ['about', '~5 km ~~not~~', 'about 5 km not'],
    ['code within a line', 'use `npm start` now', 'use npm start now'],
    ['links', 'see [the **docs**](https://x.example/a_(b)?c=1) now', 'see the docs?c=1) now'],
    ['a picture', '![a cat](cat.png) sits', 'a cat sits'],
    ['a footnote', 'so[^1] it is', 'so it is'],
    ['brackets that are none', 'a [note] here', 'a [note] here'],
    ['an address', '<https://x.example/a> is it', 'https://x.example/a is it'],
    ['tags', 'one<br/>two <b>three</b>', 'onetwo three'],
    ['no tag', '1 < 2 and a <', '1 < 2 and a <'],
    ['headings', '# Soup\nBoil it.', 'Soup.\nBoil it.'],
    ['lists', 'Take:\n- two eggs\n* [x] salt\n1. water', 'Take:\ntwo eggs.\nsalt.\n1. water'],
    ['a quote', '> He said\n> so.', 'He said.\nso.'],
    ['a line that goes on', 'He said\nso.', 'He said so.'],
    ['a rule', 'a.\n\n---\n\nb.\n***\nc.', 'a.\n\n\nb.\nc.'],
    ['code', 'Here:\n```js\nlet a = `1`;\n```\nDone.', `Here:\n${CODE}Done.`],
    ['code of tildes that is not closed', '~~~\nlet a\n```\nb', CODE],
    ['code behind an empty line', 'Here:\n\n```\nlet a;\n```\n\nDone.', `Here:\n\n${CODE}\nDone.`],
    ['a table', '| a | b |\n|---|---|\n| 1 | 2 |\nend', ' a , b ,\n 1 , 2 ,\nend'],
    ['escapes', 'a \\*star\\* \\n', 'a *star* n'],
    ['smiles', 'Hi 👋🏽 there 👨‍👩‍👧!', 'Hi  there !'],
    ['a sign below zero', '-5 degrees', '-5 degrees'],
    ['our own mark', 'so it … [interrupted]', 'so it … '],
    ['expressions', '[happy] **Oh** [sad 0.5]\nno [1]', '[happy] Oh [sad 0.5]\nno [1]'],
    ['an expression that is none', 'a \\[happy] [happy](x)', 'a \\[happy] happy'],
    ['a lone star', 'a * b', 'a  b'],
  ])('%s', (_name, text, expected) => {
    const whole = spoken(text, 10_000);
    expect(whole).toBe(expected);
    for (const size of [1, 2, 3, 5]) expect(spoken(text, size)).toBe(whole);
  });

  it('is spoken as soon as later text cannot change it', () => {
    const markdown = createSpokenMarkdown();
    expect(markdown.push('Hello **wor')).toBe('Hello wor');
    expect(markdown.push('ld**')).toBe('ld');
    expect(markdown.push(' and [a li')).toBe(' and ');
    expect(markdown.push('nk](x)')).toBe('a link');
  });

  it('maps an offset in the spoken text to the source', () => {
    const source = 'A **bold** [link](https://x.example) here';
    const markdown = createSpokenMarkdown();
    const spokenText = markdown.push(source) + markdown.end();
    expect(spokenText).toBe('A bold link here');
    const upTo = (word: string) =>
      source.slice(0, markdown.sourceEnd(spokenText.indexOf(word) + word.length));
    expect(upTo('bold')).toBe('A **bold');
    expect(upTo('bo')).toBe('A **bo');
    expect(upTo('link')).toBe('A **bold** [link](https://x.example)');
    expect(markdown.sourceEnd(spokenText.length)).toBe(source.length);
    expect(markdown.sourceEnd(0)).toBe(0);
  });

  it('waits only briefly for marks that never close', () => {
    const markdown = createSpokenMarkdown();
    let spokenText = '';
    for (let at = 0; at < 3_000; at++) spokenText += markdown.push('[');
    expect(spokenText.length).toBeGreaterThan(1_000);
  });
});
