import type { TSchema } from 'typebox';
import type { FieldError } from '../errors.js';
import { fieldErrors } from './field-errors.js';
import { assertStrictSchema } from './strict-schema.js';
import { compileValidator, type SchemaViolation } from './validation.js';

/**
 * Creates a check of values that are not the body of a route, with the same rules and messages: an empty list
 * means that the value matches the schema. Fills in defaults of missing fields in the value itself. `part`
 * names the whole value in messages, such as `arguments`.
 */
export function createValueCheck(schema: TSchema, part: string): (value: unknown) => FieldError[] {
  assertStrictSchema(schema, `the ${part}`);
  const validate = compileValidator({ schema, method: '', url: '', httpPart: 'body' });
  return (value) => {
    const result = validate(value) as { error?: SchemaViolation };
    return result.error === undefined ? [] : fieldErrors(result.error.violations, part);
  };
}
