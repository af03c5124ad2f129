import type { TSchema } from 'typebox';
import type { FieldError } from '../errors.js';
import { fieldErrors } from './field-errors.js';
import { assertStrictSchema } from './strict-schema.js';
import { compileValidator, type SchemaViolation } from './validation.js';

/**
 * Checks a value that did not come as the body of a route by the same rules, and says in the same words what is
 * wrong with it: an empty list means that it is as the schema says. Fields left out take their defaults, in the
 * value itself. `part` names the whole in a message: `arguments`.
 */
export function createValueCheck(schema: TSchema, part: string): (value: unknown) => FieldError[] {
  assertStrictSchema(schema, `the ${part}`);
  const validate = compileValidator({ schema, method: '', url: '', httpPart: 'body' });
  return (value) => {
    const result = validate(value) as { error?: SchemaViolation };
    return result.error === undefined ? [] : fieldErrors(result.error.violations, part);
  };
}
