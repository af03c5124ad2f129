import { none } from 'stream-chain/defs.js';
import fun from 'stream-chain/fun.js';
import parser from 'stream-json/parser.js';

/** Thrown if the text is not a JSON object, or if a long member has the wrong type. */
export class JsonSyntaxError extends Error {}

/**
 * Matches the slices of text that are parsed at once. The tokens of a slice are held in memory together and
 * are lost if the slice has an error. White space that JSON does not allow, which the parser would skip,
 * occurs only at the start of a slice.
 */
const SLICES = /[\s\S][\S \t\n\r]{0,127}/g;
const FOREIGN_SPACE = /^[^\S \t\n\r]/;

/** Last tokens of a slice that ends within a string or key. */
const STRING_TOKENS = ['startKey', 'startString', 'stringChunk'];

/**
 * Yields the tokens of one JSON text in UTF-8, slice by slice. Texts and numbers come in chunks, because
 * packed tokens could have any length. Accepts the same texts as JSON.parse; throws a `JsonSyntaxError` for
 * all others.
 */
export async function* readJsonTokens(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<parser.Token[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  // With `fun`, the parser returns its tokens directly. The parser alone returns a promise per token, which
  // takes five times as long.
  const parse = fun(parser({ packValues: false })) as (text: string | typeof none) => {
    values: parser.Token[];
  };
  let inString = false;
  for await (const chunk of chunks) {
    const text = orSyntaxError(() => decoder.decode(chunk, { stream: true }));
    for (const slice of text.match(SLICES) ?? []) {
      if (!inString && FOREIGN_SPACE.test(slice))
        throw new JsonSyntaxError('it has white space that is not of JSON');
      const tokens = orSyntaxError(() => parse(slice).values);
      const last = tokens.at(-1)?.name;
      if (last !== undefined) inString = STRING_TOKENS.includes(last);
      yield tokens;
    }
  }
  orSyntaxError(() => decoder.decode());
  yield orSyntaxError(() => parse(none).values);
}

function orSyntaxError<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new JsonSyntaxError('it is not JSON in UTF-8', { cause });
  }
}
