import { none } from 'stream-chain/defs.js';
import fun from 'stream-chain/fun.js';
import parser from 'stream-json/parser.js';

/** The text is not one JSON object, or not one with the long members it should have. */
export class JsonSyntaxError extends Error {}

/**
 * What is parsed at once: its tokens are held together, and lost if there is an error among them. White space that JSON
 * does not know, and the parser would skip, stands first in a slice.
 */
const SLICES = /[\s\S][\S \t\n\r]{0,127}/g;
const FOREIGN_SPACE = /^[^\S \t\n\r]/;

/** One of these comes last while a string, or key, goes on. */
const STRING_TOKENS = ['startKey', 'startString', 'stringChunk'];

/**
 * The tokens of one JSON text in UTF-8, those of a slice at a time. Texts and numbers come in pieces: packed ones could
 * be of any length. Takes what JSON.parse takes; whatever else it meets is a `JsonSyntaxError`.
 */
export async function* readJsonTokens(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<parser.Token[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  // Through `fun` it answers at once; by itself it promises each token, which takes five times as long.
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
