import { expect, it } from 'vitest';
import { isInformative, isRelevant } from './relevance.js';

it.each([
  ['a near meaning', 'Which database does billing use?', 'We chose PostgreSQL for invoices', 0.7, true],
  ['a far meaning', 'Write a haiku about the sea', 'We chose PostgreSQL for invoices', 0.6, false],
  ['a name of code', 'Why does JWT_EXPIRY fail?', 'In production JWT_EXPIRY is 3600', 0.5, true],
  ['a name of code in another case', 'see src/pay.ts', 'The retry is in SRC/PAY.TS', 0.5, true],
  ['a common word', 'Write a short story', 'Ben wants short answers', 0.5, false],
  ['a number alone', 'Calculate 17 percent of 2480', 'The limit is 2480', 0.5, false],
])('judges %s', (_name, prompt, content, semantic, expected) => {
  expect(isRelevant(prompt, content, semantic)).toBe(expected);
});

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
