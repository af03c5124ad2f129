import { describe, expect, it } from 'vitest';
import { createShownMarkdown, renderMarkdown } from './shown-markdown.js';

const shown = (source: string) =>
  renderMarkdown(source)
    .map(({ text }) => text)
    .join('');

describe('markdown as it is read', () => {
  it.each([
    ['emphasis', 'A **bold** and *thin* snake_case', 'A bold and thin snake_case'],
    ['code within a line', 'use `npm start`', 'use npm start'],
    ['links', 'see [the **docs**](https://x.example) 👋🏽', 'see the docs 👋🏽'],
    ['lists and headings', '# Soup\n- two *eggs*\n- [ ] salt\n\nBoil.', 'Soup\n• two eggs\n• salt\n\nBoil.'],
    ['numbers', '2 * 3 is ~6\n', '2 * 3 is ~6\n'],
    ['expressions', '[happy] **Oh** [sad 0.5] \\[sad] [1] [happy](x)', ' Oh  [sad] [1] happy'],
    ['code', 'Here:\n```js\nlet *a* = 1;\n```\nDone.', 'Here:\nlet *a* = 1;\nDone.'],
    ['what never closes', 'a [b **c', 'a [b c'],
  ])('%s', (_name, source, expected) => {
    expect(shown(source)).toBe(expected);
  });

  it('knows where each part stands, and what is code', () => {
    const source = 'a **b**\n```\nc\n```';
    expect(renderMarkdown(source)).toEqual([
      { text: 'a ', sourceStart: 0, isCode: false },
      { text: 'b', sourceStart: 4, isCode: false },
      { text: '\n', sourceStart: 7, isCode: false },
      { text: 'c\n', sourceStart: 12, isCode: true },
    ]);
  });

  const LONG =
    '# Soup\n\nTake **two** eggs 👋🏽, see [the\n\ndocs](https://x.example).\n\n- a\n- *b*\n\n```js\nlet *a*;\n\n\nb\n```\n\n| a | b |\n|---|---|\n\n\n2 * 3\n\nend [x';

  it('reads a text that grows as it reads it whole', () => {
    const grown = createShownMarkdown();
    for (let end = 0; end <= LONG.length; end++)
      expect(grown(LONG.slice(0, end))).toEqual(renderMarkdown(LONG.slice(0, end)));
    expect(grown('Another **one**')).toEqual(renderMarkdown('Another **one**'));
  });

  it('leaves alone what stands before the last block', () => {
    const grown = createShownMarkdown();
    const [first] = grown('A **b**\n\nc');
    expect(grown('A **b**\n\nc d')[0]).toBe(first);
  });
});
