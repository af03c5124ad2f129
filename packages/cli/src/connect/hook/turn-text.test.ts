import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { holdsInjected, withoutInjected } from '@anima/text/turn-text';
import { expect, it } from 'vitest';

const recorded = (name: string): string =>
  JSON.parse(
    readFileSync(fileURLToPath(new URL(`../../../fixtures/hooks/recorded/${name}`, import.meta.url)), 'utf8'),
  ).stdin.prompt;

it.each([
  ['a block', '<anima-memory>\n- 1: "x"\n</anima-memory>Which tea?', 'Which tea?'],
  ['an escaped block', '&lt;anima-memory&gt;x&lt;/anima-memory&gt; Which tea?', 'Which tea?'],
  ['a block that is escaped twice', '&amp;lt;anima-memory&amp;gt;x&amp;lt;/anima-memory&amp;gt;Tea?', 'Tea?'],
  ['a block in JSON', String.raw`\u003canima-memory\u003ex\u003c/anima-memory\u003eTea?`, 'Tea?'],
  [
    'a wrapped block',
    '<hook_context>&lt;anima-memory&gt;x&lt;/anima-memory&gt;</hook_context>\n\nWhich tea?',
    'Which tea?',
  ],
  [
    'a block that quotes the beginning of another one',
    String.raw`<anima-memory>- "\u003chook_context\u003e&lt;anima-memory&gt; was cut"</anima-memory>Which tea?`,
    'Which tea?',
  ],
  [
    'two blocks',
    '<system-reminder>a</system-reminder>Which <anima-memory>b</anima-memory>tea?',
    'Which tea?',
  ],
  ['a block that is not closed', 'Which tea? <anima-memory>x', 'Which tea?'],
  ['numeric references', '&#60;anima-memory&#62;x&#60;/anima-memory&#x3e;Tea?', 'Tea?'],
  [
    'blocks in one another',
    '<hook_context>a <hook_context>b</hook_context> c</hook_context> Which tea?',
    'Which tea?',
  ],
  [
    'a block with an opening tag too many',
    '<hook_context>a <hook_context>b</hook_context> Which tea?',
    'Which tea?',
  ],
  ['a closing tag alone', 'x</anima-memory> Which tea?', 'x Which tea?'],
])('removes %s', (_name, text, expected) => {
  expect(withoutInjected(text)).toBe(expected);
  expect([holdsInjected(text), holdsInjected(expected)]).toEqual([true, false]);
});

it.each(['BeforeAgent-headless-with-context.json', 'AfterAgent-headless-with-context.json'])(
  'removes an injection that Gemini CLI returns (%s)',
  (name) => {
    expect(withoutInjected(recorded(`gemini-cli/${name}`))).toBe(
      'On which day does the release train leave?',
    );
  },
);

it('keeps other markup', () => {
  const text = 'Why is <b>a &lt; b</b> and <anima-avatar> or <anima-memoryx> shown?';
  expect(withoutInjected(text)).toBe(text);
});

it('takes linear time', () => {
  for (const piece of ['<anima-memory ', '&amp;amp;', '\\', '<hook_context', '&lt;/anima-memory'])
    expect(withoutInjected(piece.repeat(100_000)).length).toBeLessThanOrEqual(piece.length * 100_000);
});
