import { expect, it } from 'vitest';
import { isInformative } from './informative.js';

it.each([
  ['a decision', { content: 'Use tabs', speaker: null }, true],
  ['a short turn', { content: 'Thanks, that works now', speaker: 'user' }, false],
  [
    'a question of the user',
    { content: 'On which day of the week does the release train leave?', speaker: 'user' },
    false,
  ],
  [
    'a long turn',
    { content: 'The hero image is 4 MB; I replaced it by a smaller one.', speaker: 'assistant' },
    true,
  ],
  [
    'a short sentence in Chinese',
    { content: '图片太大了，我把它换成了一张较小的图。', speaker: 'assistant' },
    true,
  ],
  ['an injection', { content: 'x <hook_context>&lt;anima-memory&gt; was cut', speaker: 'user' }, false],
])('knows whether %s is worth an injection', (_name, memory, expected) => {
  expect(isInformative(memory)).toBe(expected);
});
