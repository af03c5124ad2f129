import { expect, it } from 'vitest';
import { toolDefinitions } from './tool-definitions.js';
import { toolArguments } from './tool-schema.js';

const recall = toolArguments(toolDefinitions.recall.arguments)['~standard'];
const remember = toolArguments(toolDefinitions.remember.arguments)['~standard'];
const fact = { content: 'x', type: 'fact' };

it.each([
  [recall, { query: 'x', limit: null, filter: null }, { query: 'x' }],
  [recall, { query: 'x', limit: '2' }, { query: 'x', limit: 2 }],
  [recall, { query: 'x', filter: '{"project_id":"shop"}' }, { query: 'x', filter: { project_id: 'shop' } }],
  [
    recall,
    { query: 'x', filter: { min_importance: '0.5', include_archived: 'true', memory_type: null } },
    { query: 'x', filter: { min_importance: 0.5, include_archived: true } },
  ],
  [recall, { query: '2' }, { query: '2' }],
  [remember, { ...fact, tags: 'a, b,' }, { ...fact, tags: ['a', 'b'] }],
  [remember, { ...fact, tags: '["a,b","c"]' }, { ...fact, tags: ['a,b', 'c'] }],
  [
    remember,
    { ...fact, importance: '0.25', ttl_seconds: '60' },
    { ...fact, importance: 0.25, ttl_seconds: 60 },
  ],
])('reads %#: %o', async (schema, value, expected) => {
  expect(await schema.validate(value)).toMatchObject({ value: expected });
});

it.each([
  [recall, { query: null }],
  [recall, { query: 'x', limit: 'two' }],
  [recall, { query: 'x', limit: '' }],
  [recall, { query: 'x', limit: '2.5' }],
  [recall, { query: 'x', filter: '[]' }],
  [recall, { query: 'x', filter: 'shop' }],
  [recall, { query: 'x', unknown: null }],
  [remember, { ...fact, tags: 5 }],
  [remember, { ...fact, importance: 'high' }],
  [remember, 'not an object'],
])('rejects %#: %o', async (schema, value) => {
  expect(await schema.validate(value)).toHaveProperty('issues');
});
