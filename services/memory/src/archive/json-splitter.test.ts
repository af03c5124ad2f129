import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonPart, JsonSyntaxError, JsonTooLargeError, splitJson } from './json-splitter.js';

const options = { arrays: ['rows'], strings: ['long'], maxValueBytes: 1000 };

async function split(text: string | Uint8Array, chunkBytes = 1 << 20): Promise<JsonPart[]> {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  const parts: JsonPart[] = [];
  for await (const part of splitJson(chunks(), options)) parts.push(part);
  return parts;
}

/** Assembles the parts into an object. */
function assemble(parts: readonly JsonPart[]): Record<string, unknown> {
  const built: Record<string, unknown> = {};
  for (const part of parts) {
    if (part.kind === 'value') built[part.key] = part.value;
    else if (part.kind === 'array') built[part.key] = [];
    else if (part.kind === 'element') (built[part.key] as unknown[]).push(part.value);
    else built[part.key] = `${(built[part.key] as string | undefined) ?? ''}${part.text}`;
  }
  return built;
}

/** Returns the result as JSON text, which shows the order of members, or null if the input is rejected. */
async function outcome(read: () => unknown): Promise<string | null> {
  try {
    return JSON.stringify(await read());
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof JsonSyntaxError) return null;
    throw error;
  }
}

describe('splitting a JSON object', () => {
  it('returns the same values as JSON.parse for any layout and chunk boundaries', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          a: fc.jsonValue({ maxDepth: 3 }),
          rows: fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 6 }),
          'ü "{[,]}" \\': fc.jsonValue({ maxDepth: 2 }),
          long: fc.stringMatching(/^[A-Za-z0-9+/]{1,40}$/),
        }),
        fc.constantFrom(undefined, 1, 2, '\t', '\r\n'),
        fc.integer({ min: 1, max: 30 }),
        async (object, indent, chunkBytes) => {
          const text = JSON.stringify(object, null, indent);
          expect(assemble(await split(text, chunkBytes))).toEqual(JSON.parse(text));
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    '{}',
    ' { } \n',
    '{"rows":[]}',
    '{"rows" : [ ] , "a" : [ ] }',
    '{"a":1}',
    '{"a":"x"}\n\n',
    '{"a":"\u00a0\ufeff\u2028\\\\\u3000\x7f","\u00a0":{"\ufeff":1}}',
    '{"a":"\\ud800","b":"\\udd4a\\ud83e"}',
    '{"a":[-0,1e400,5e-324,0.1e-400,12345678901234567890,1E+2]}',
    '{"a":{"b":1,"b":[2],"2":0,"1":0}}',
    '{"a":{"__proto__":{"b":1},"constructor":2,"toString":null}}',
    '{"rows":[{"__proto__":null},{"rows":[1],"long":{"long":2}}]}',
    '{"long":"ab\\/\\u0063","a":"b"}',
  ])('reads %s like JSON.parse', async (text) => {
    for (const chunkBytes of [1, 2, 1000]) {
      const built = assemble(await split(text, chunkBytes));
      expect(built).toStrictEqual(JSON.parse(text));
      // Unlike toStrictEqual, this compares own members named __proto__ and the order of all members.
      expect(JSON.stringify(built)).toBe(JSON.stringify(JSON.parse(text)));
    }
  });

  it('accepts the same texts as JSON.parse and rejects all others', async () => {
    const odd = fc.constantFrom(...'{}[]",:\\ \t\n\r\v\f\0\u00a0\ufeff\u2028/ubnx019eE+-.');
    await fc.assert(
      fc.asyncProperty(
        fc.object({ maxDepth: 3, values: [fc.double(), fc.string({ unit: 'binary' }), fc.boolean()] }),
        fc.constantFrom(undefined, 1, '\t'),
        fc.nat(),
        fc.nat(2),
        fc.oneof(odd, fc.constant('')),
        fc.integer({ min: 1, max: 300 }),
        async (object, indent, place, left, inserted, chunkBytes) => {
          const text = JSON.stringify(object, null, indent);
          // The first brace is kept, so every text that JSON.parse accepts is an object.
          const at = 1 + (place % text.length);
          const changed = (text.slice(0, at) + inserted + text.slice(at + left)).toWellFormed();
          expect(await outcome(() => split(changed, chunkBytes).then(assemble))).toEqual(
            await outcome(() => JSON.parse(changed)),
          );
        },
      ),
      { numRuns: 2000, seed: 11 },
    );
  });

  it.each([
    '',
    ' ',
    '[]',
    '"text"',
    '1',
    'null',
    'x',
    '{',
    '{}x',
    '{}{}',
    '{,}',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{"a":1 "b":2}',
    '{"a":1]',
    '{"a":tru}',
    '{"a":01}',
    '{"a":[1}',
    '{"a":[1,]}',
    '{"a":"x',
    '{"a":"x\\',
    '{"a":"\n"}',
    '{"rows":{}}',
    '{"rows":[1,]}',
    '{"rows":[,1]}',
    '{"rows":[1 2]}',
    '{"rows":[1}',
    '{"rows":[1],}',
    '{"rows":1}',
    '{"long":1}',
    '{"long":"abc',
    '{"a":1}\0',
    '\ufeff{}',
    '{}\ufeff',
    '{"a"\u00a0:1}',
    '{"a":1\u2028}',
    '{"rows":[\v]}',
    '{"a":"\\\u00a0"}',
    '{"a":"\\x41"}',
    '{"a":-}',
    '{"a":1.}',
    '{"a":1e}',
    '{"a":NaN}',
    '{"long":"\t"}',
    '{"long":["abc"]}',
    `{"a":${'['.repeat(65)}${']'.repeat(65)}}`,
    `{"rows":[${'['.repeat(500)}`,
  ])('rejects %s', async (text) => {
    await expect(split(text)).rejects.toThrow(JsonSyntaxError);
    await expect(split(text, 1)).rejects.toThrow(JsonSyntaxError);
  });

  it.each([
    ['in a text', [...Buffer.from('{"a":"'), 0xff, ...Buffer.from('"}')]],
    ['in a long one', [...Buffer.from('{"long":"'), 0xc0, 0x80, ...Buffer.from('"}')]],
    ['half a character at the end', [...Buffer.from('{}'), 0xe2, 0x80]],
  ])('rejects bytes that are not UTF-8: %s', async (_, bytes) => {
    await expect(split(Buffer.from(bytes))).rejects.toThrow(JsonSyntaxError);
    await expect(split(Buffer.from(bytes), 1)).rejects.toThrow(JsonSyntaxError);
  });

  it('never assembles a value above the size limit', async () => {
    await expect(split(`{"rows":["${'x'.repeat(2000)}`, 10)).rejects.toThrow(JsonTooLargeError);
    await expect(split(`{"${'x'.repeat(2000)}`, 10)).rejects.toThrow(JsonTooLargeError);
    await expect(split(`{"a":${'1'.repeat(2000)}`, 10)).rejects.toThrow(JsonTooLargeError);
    await expect(split(`{"long":${'1'.repeat(2000)}`, 10)).rejects.toThrow(JsonTooLargeError);
    await expect(split(`{"long":"x","${'x'.repeat(2000)}`, 10)).rejects.toThrow(JsonTooLargeError);
    await expect(split(`{"rows":[[${'[],'.repeat(2000)}`, 10)).rejects.toThrow(JsonTooLargeError);
    expect(assemble(await split(`{"long":"${'x'.repeat(2000)}"}`, 10))).toEqual({ long: 'x'.repeat(2000) });
    expect(assemble(await split(`{"rows":[${'[],'.repeat(2000)}1]}`)).rows).toHaveLength(2001);
    expect(assemble(await split(`{"a":1,${' '.repeat(5000)}"b":2}`))).toEqual({ a: 1, b: 2 });
  });
});
