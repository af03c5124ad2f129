import fc from 'fast-check';
import { parse, parseTree } from 'jsonc-parser';
import { expect, it } from 'vitest';
import { insertMember, removeMember } from './json-edit.js';

const tree = (text: string) => parseTree(text, [], { allowTrailingComma: true })!;

it.each([
  ['{}', '{\n  "k": 1\n}'],
  ['{ /* none */ }', '{\n  "k": 1 /* none */ }'],
  ['{"a": 0}', '{"a": 0, "k": 1}'],
  ['{\r\n\t"a": 0 // last\r\n}', '{\r\n\t"a": 0, // last\r\n\t"k": 1\r\n}'],
  ['{\n    "a": 0, /* b */ // c\n}', '{\n    "a": 0, /* b */ // c\n    "k": 1,\n}'],
])('puts a member into %j and nothing else, and takes it out again', (text, expected) => {
  const inserted = insertMember(text, tree(text), 'k', 1);
  expect(inserted).toBe(expected);
  const container = tree(inserted);
  const left = removeMember(inserted, container, container.children!.length - 1);
  expect(parse(left)).toEqual(parse(text));
  if (text !== '{ /* none */ }') expect(left).toBe(text);
});

it('of any JSON, in any layout, keeps every other member', () => {
  const layout = fc.constantFrom(undefined, 2, 4, '\t');
  const member = fc.tuple(fc.string(), fc.jsonValue({ maxDepth: 2 }));
  fc.assert(
    fc.property(
      fc.uniqueArray(member, { selector: ([key]) => key, maxLength: 4 }),
      layout,
      fc.nat(),
      (members, space, at) => {
        const object = Object.fromEntries(members.filter(([key]) => key !== '__proto__' && key !== 'k'));
        const text = JSON.stringify(object, null, space);
        const inserted = insertMember(text, tree(text), 'k', { x: [1, 2] });
        // JSON has no -0.
        expect(JSON.parse(inserted)).toEqual({ ...JSON.parse(text), k: { x: [1, 2] } });
        const container = tree(inserted);
        const index = at % container.children!.length;
        const key = container.children![index]!.children![0]!.value as string;
        const { [key]: _, ...others } = JSON.parse(inserted);
        expect(JSON.parse(removeMember(inserted, container, index))).toEqual(others);
      },
    ),
  );
});
