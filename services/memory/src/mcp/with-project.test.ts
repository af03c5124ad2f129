import { expect, it } from 'vitest';
import { isCurrentProject } from '../http/current-project.js';
import { withProject } from './mcp-server.js';

const blog = 'github.com/ada/blog';

it.each([
  ['remember', {}, blog, { project: blog }],
  ['remember', { project: 'other' }, blog, { project: 'other' }],
  ['remember', { project: '*' }, blog, {}],
  ['remember', { project: '*' }, null, {}],
  ['remember', {}, null, {}],
  ['project_context', {}, blog, { project_id: blog }],
  ['project_context', { project_id: 'other' }, blog, { project_id: 'other' }],
  ['project_context', {}, null, {}],
  ['audit', { scope: 'project' }, blog, { scope: 'project', project_id: blog }],
  ['audit', { scope: 'project', project_id: 'other' }, blog, { scope: 'project', project_id: 'other' }],
  ['audit', { scope: 'global' }, blog, { scope: 'global' }],
  ['recall', { query: 'x' }, blog, { query: 'x' }],
] as const)('%s with %o in the project %s runs with %o', (name, args, project, expected) => {
  expect(withProject(name, args, project)).toEqual(expected);
});

it.each([
  [blog, true],
  ['Größe 東京', true],
  ['x'.repeat(200), true],
  ['x'.repeat(201), false],
  ['', false],
  ['*', false],
  [' blog ', true],
  [' ', false],
  [' * ', false],
  ['a\nb', false],
  ['\uD800', false],
])('%j can be the current project: %s', (name, expected) => {
  expect(isCurrentProject(name)).toBe(expected);
});
