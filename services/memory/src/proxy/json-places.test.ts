import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findItems, findMember, startOfDocument } from './json-places.js';

it('finds every value of any document, however it is written', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.constantFrom(0, 2, '\t\r\n'),
      (value, indent) => {
        const json = Buffer.from(`${indent === 0 ? '' : ' \n'}${JSON.stringify(value, null, indent)}`);
        for (const [key, expected] of Object.entries(value)) {
          const place = findMember(json, startOfDocument(json), key)!;
          const text = json.toString('utf8', place.start, place.end);
          expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(expected)));
          if (Array.isArray(expected))
            expect(
              findItems(json, place.start).map((item) =>
                JSON.parse(json.toString('utf8', item.start, item.end)),
              ),
            ).toEqual(JSON.parse(JSON.stringify(expected)));
        }
        expect(findMember(json, startOfDocument(json), 'a key that does not exist')).toBeNull();
      },
    ),
  );
});

it('finds the last of equal keys, and keys with escapes', () => {
  const json = Buffer.from('{"a":1,"\\u0061" : [ 2 , "x\\\\" ] }');
  const place = findMember(json, 0, 'a')!;
  expect(json.toString('utf8', place.start, place.end)).toBe('[ 2 , "x\\\\" ]');
  expect(findItems(json, place.start)).toHaveLength(2);
});

it('finds nothing in a value of another type', () => {
  expect(findMember(Buffer.from('[1]'), 0, 'a')).toBeNull();
  expect(findItems(Buffer.from('{}'), 0)).toEqual([]);
});
