import { expect, it } from 'vitest';
import { passageOf } from './passage.js';

const filler = 'Nothing of interest stands in this sentence. '.repeat(200);

it('finds the words of the query in the middle of a long text', () => {
  const content = `${filler}The vault code of the blue depot is 7731.${filler}`;
  const passage = passageOf(content, 'What is the vault code of the blue depot?', 400);
  expect(passage).toContain('The vault code of the blue depot is 7731.');
  expect(passage.length).toBeLessThanOrEqual(400 + 8);
  expect(passageOf(content, 'unrelated words', 400).startsWith('Nothing')).toBe(true);
  expect(passageOf('short', 'x', 400)).toBe('short');
});

it('finds the words of the query in a script without spaces', () => {
  const content = `${'这里没有什么重要的内容。'.repeat(200)}蓝色仓库的密码是7731。${'这里没有什么重要的内容。'.repeat(200)}`;
  expect(passageOf(content, '蓝色仓库的密码', 300)).toContain('7731');
});
