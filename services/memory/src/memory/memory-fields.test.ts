import { createValueCheck } from '@anima/service/schema';
import type { TSchema } from 'typebox';
import { expect, test } from 'vitest';
import { AgentId, Name, ProjectName } from './memory-fields.js';

test.each([
  ['a', true, true, true],
  ['a b', true, true, true],
  [' a', true, true, false],
  ['a ', true, true, false],
  ['a\uFEFF', true, false, false],
  ['a\u00A0', true, true, false],
  ['ü–日本', true, true, false],
  ['a\nb', false, false, false],
  ['a\n', false, false, false],
  ['a\x7Fb', false, false, false],
  ['a\x85b', false, false, false],
  ['', false, false, false],
])('%j: a line %s, a project %s, an agent %s', (text, line, project, agent) => {
  const fits = (field: TSchema) => createValueCheck(field, 'name')(text).length === 0;
  expect([fits(Name), fits(ProjectName), fits(AgentId)]).toEqual([line, project, agent]);
});
