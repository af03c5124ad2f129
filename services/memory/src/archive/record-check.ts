import { createValueCheck } from '@anima/service/schema';
import type { Static, TObject } from 'typebox';
import { holdsNul } from '../text/broken-texts.js';

/**
 * Creates a function that returns the typed record, or the first schema rule that the record breaks. Messages
 * use the terms of the API and omit the value.
 */
export function createRecordCheck<Schema extends TObject>(
  schema: Schema,
): (record: unknown) => Static<Schema> | { invalid: string } {
  const check = createValueCheck(schema, 'record');
  return (record) => {
    const [error] = check(record);
    if (error !== undefined) return { invalid: error.message };
    return holdsNul(record)
      ? { invalid: 'Expected no NUL character in any text' }
      : (record as Static<Schema>);
  };
}
