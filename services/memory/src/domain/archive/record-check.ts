import { createValueCheck } from '@anima/service/schema';
import type { Static, TObject } from 'typebox';
import { holdsNul } from '../text/broken-texts.js';

/** The record, as its schema types it, or the first rule it breaks; in the words of the API, and without the value. */
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
