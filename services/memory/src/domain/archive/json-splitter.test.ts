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

/** The object that the parts make up. */
function assemble(parts: readonly JsonPart[]): Record<string, unknown> {
  const built: Record<string, unknown> = {};
  for (const part of parts) {
    if (part.kind === 'value') built[part.key] = part.value;
    else if (part.kind === 'array') built[part.key] = [];
    else if (part.kind === 'element') (built[part.key] as unknown[]).push(part.value);
    else built[part.key] = `${(built[part.key] as string | undefined) ?? ''}${Buffer.from(part.bytes)}`;
  }
  return built;
}

describe('splitting a JSON object', () => {
  it('gives what JSON.parse gives, whatever the layout and wherever chunks end', async () => {
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

  it.each(['{}', ' { } \n', '{"rows":[]}', '{"rows" : [ ] , "a" : [ ] }', '{"a":1}', '{"a":"x"}\n\n'])(
    'takes %s',
    async (text) => {
      expect(assemble(await split(text, 1))).toEqual(JSON.parse(text));
    },
  );

  it.each([
    '',
    ' ',
    '[]',
    '"text"',
    '1',
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
    `{"a":${'['.repeat(65)}${']'.repeat(65)}}`,
    `{"rows":[${'['.repeat(500)}`,
  ])('refuses %s', async (text) => {
    await expect(split(text)).rejects.toThrow(JsonSyntaxError);
    await expect(split(text, 1)).rejects.toThrow(JsonSyntaxError);
  });

  it('refuses bytes that are not UTF-8', async () => {
    await expect(split(Buffer.from([...Buffer.from('{"a":"'), 0xff, ...Buffer.from('"}')]))).rejects.toThrow(
      JsonSyntaxError,
    );
  });

  it('never puts together more than it may', async () => {
    await expect(split(`{"rows":["${'x'.repeat(2000)}`, 10)).rejects.toThrow(JsonTooLargeError);
    await expect(split(`{"${'x'.repeat(2000)}`, 10)).rejects.toThrow(JsonTooLargeError);
    expect(assemble(await split(`{"long":"${'x'.repeat(2000)}"}`, 10))).toEqual({ long: 'x'.repeat(2000) });
  });
});
