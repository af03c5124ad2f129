import Type from 'typebox';
import { expect, test } from 'vitest';
import { fieldErrors } from './field-errors.js';
import { Nullable, strictObject, Uuid } from './schema.js';
import { createSchemaCompiler } from './validation.js';

const Shape = Type.Union([
  strictObject({ kind: Type.Literal('circle'), radius: Type.Number({ exclusiveMinimum: 0 }) }),
  strictObject({
    kind: Type.Literal('box'),
    sides: Type.Array(Type.Integer(), { minItems: 2, uniqueItems: true }),
  }),
]);
const schema = strictObject({
  shape: Type.Optional(Nullable(Shape)),
  ids: Type.Optional(Type.Array(Uuid, { minItems: 2, maxItems: 100 })),
  passphrase: Type.Optional(Type.Enum(['a', 'b'])),
  step: Type.Optional(Type.Integer({ minimum: 0, multipleOf: 5 })),
  word: Type.Optional(Type.String({ pattern: '^[a-z]+$' })),
  'a/b': Type.Optional(Type.Boolean()),
});

const validate = createSchemaCompiler({ allErrors: true })(schema);

function messages(value: unknown): string[] {
  validate(value);
  return fieldErrors(validate.errors ?? [], 'body').map((error) => error.message);
}

test.each([
  [
    { shape: { kind: 'circle', radius: 0 } },
    ['Expected a number greater than 0 for shape.radius, received 0'],
  ],
  [
    { shape: { kind: 'box', sides: [1, 1] } },
    [
      'Expected an array of at least 2 items without repeats for shape.sides, received the same as items 1 and 0',
    ],
  ],
  [
    { shape: { kind: 'cone' } },
    ['Expected an object with kind "circle" or an object with kind "box" for shape, received an object'],
  ],
  [
    { ids: ['x'] },
    [
      'Expected an array of 2 to 100 items for ids, received an array of 1 item',
      'Expected a UUID for ids[0], received a string of 1 character',
    ],
  ],
  [{ passphrase: 'hunter2' }, ['Expected "a" or "b" for passphrase, received a string of 7 characters']],
  [{ step: 7 }, ['Expected an integer of at least 0 that is a multiple of 5 for step, received 7']],
  [{ word: 'ABC' }, ['Expected a string matching ^[a-z]+$ for word, received a string of 3 characters']],
  [{ 'a/b': 'yes' }, ['Expected true or false for a/b, received a string of 3 characters']],
])('%j', (value, expected) => {
  expect(messages(value).sort()).toEqual([...expected].sort());
});
