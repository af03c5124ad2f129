import { expect, it } from 'vitest';
import { brokenTexts } from './broken-texts.js';

it('names the field of every broken text, however deep', () => {
  const body = { content: '😀', tags: ['a', '\ud800'], filter: { tags: [['\udfff']] }, n: 1, none: null };
  expect(brokenTexts(body)).toEqual(
    ['tags[1]', 'filter.tags[0][0]'].map((path) => ({
      path,
      message: `Expected well-formed text for ${path}, received half of a surrogate pair`,
    })),
  );
});

it('returns at most twenty errors, and none for other values', () => {
  expect(brokenTexts({ tags: Array(1_000).fill('\ud800') })).toHaveLength(20);
  for (const value of [undefined, null, 5, true, 'text', [], {}]) expect(brokenTexts(value)).toEqual([]);
});
