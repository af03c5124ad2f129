import { describe, expect, it } from 'vitest';
import { parseFrontmatter, splitFrontmatter } from './frontmatter.js';

describe('splitFrontmatter', () => {
  it.each([
    ['---\na: 1\n---\nText', 'a: 1\n', '   \n    \n   \nText'],
    ['\uFEFF---  \na: 1\n...\n', 'a: 1\n', '      \n    \n   \n'],
    ['---\n---', '', '   \n   '],
    ['---\na: "---"\n--- \nText', 'a: "---"\n', '   \n        \n    \nText'],
  ])('finds that of %j', (text, yaml, body) => {
    expect(splitFrontmatter(text)).toEqual({ yaml, body });
    expect(body.length).toBe(text.length);
  });

  it.each(['', 'Text', '---', '---\na: 1\n', ' ---\na: 1\n---\n', '--- a\n---\n', '---\na---\n'])(
    'finds none in %j',
    (text) => {
      expect(splitFrontmatter(text)).toBe(null);
    },
  );
});

it.each([
  ['many aliases', `a: &a x\nb: [${'*a, '.repeat(50)}]`],
  ['an alias of what it stands in', 'a: &a [*a]'],
  ['depth', '['.repeat(1_000)],
  ['what is no YAML', 'name: ['],
])('refuses %s', (_, yaml) => {
  expect(() => parseFrontmatter(yaml)).toThrow();
});
