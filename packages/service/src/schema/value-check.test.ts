import Type from 'typebox';
import { expect, it } from 'vitest';
import { strictObject } from './schema.js';
import { createValueCheck } from './value-check.js';

const check = createValueCheck(
  strictObject({
    memory_id: Type.String({ format: 'uuid' }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 10 })),
  }),
  'arguments',
);
const memory_id = '0198a2f0-0000-7000-8000-000000000000';

it('accepts a value that matches the schema, and fills in defaults', () => {
  const value = { memory_id };
  expect(check(value)).toEqual([]);
  expect(value).toEqual({ memory_id, limit: 10 });
});

it('names each broken field as a route would', () => {
  expect(check({ memory_id, limit: 0 })).toEqual([
    { path: 'limit', message: 'Expected an integer from 1 to 200 for limit, received 0' },
  ]);
  expect(check({ limt: 3 }).map(({ path }) => path)).toEqual(['memory_id', 'limt']);
  expect(check({ memory_id, limit: '10' })[0]!.message).toContain('received "10"');
  expect(check('x')[0]!.message).toBe(
    'Expected an object for the arguments, received a string of 1 character',
  );
});

it('refuses a schema that would take unknown fields', () => {
  expect(() => createValueCheck(Type.Object({ a: Type.String() }), 'arguments')).toThrow(/strictObject/);
});
