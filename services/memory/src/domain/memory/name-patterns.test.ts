import { expect, test } from 'vitest';
import { AGENT_NAME, ONE_LINE, PROJECT_NAME } from './name-patterns.js';

test.each([
  ['a', true, true, true],
  ['a b', true, true, true],
  [' a', true, false, false],
  ['a ', true, false, false],
  ['a\uFEFF', true, false, false],
  ['a\u00A0', true, false, false],
  ['ü–日本', true, true, false],
  ['a\nb', false, false, false],
  ['a\n', false, false, false],
  ['a\x7Fb', false, false, false],
  ['a\x85b', false, false, false],
  ['', false, false, false],
])('%j: a line %s, a project %s, an agent %s', (text, line, project, agent) => {
  const fits = (pattern: string) => new RegExp(pattern, 'u').test(text);
  expect([fits(ONE_LINE), fits(PROJECT_NAME), fits(AGENT_NAME)]).toEqual([line, project, agent]);
});
