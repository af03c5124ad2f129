import type parser from 'stream-json/parser.js';
import FlexAssembler from 'stream-json/utils/flex-assembler.js';
import { JsonSyntaxError, readJsonTokens } from './json-tokens.js';

export { JsonSyntaxError };

/** Part of a JSON object. Parts are returned in the order of the text. */
export type JsonPart =
  | { kind: 'value'; key: string; value: unknown }
  /** Start of a long array; its elements follow. */
  | { kind: 'array'; key: string }
  | { kind: 'element'; key: string; value: unknown }
  /** Piece of a long string; an empty string has no pieces. */
  | { kind: 'piece'; key: string; text: string };

export interface SplitOptions {
  /** Names of the members with a long array, which is returned element by element. */
  arrays: readonly string[];
  /** Names of the members with a long string, which is returned in pieces. */
  strings: readonly string[];
  /**
   * Maximum size of an assembled value: the bytes of its texts and numbers, plus one for each other token.
   */
  maxValueBytes: number;
}

/** Thrown if a value is larger than `maxValueBytes`. */
export class JsonTooLargeError extends Error {}

/**
 * Maximum nesting depth, including the outer object. Records are flat; deeper nesting is an attack on code
 * that walks the values.
 */
const MAX_DEPTH = 65;
/** Minimum number of characters in a piece of a long string, except for the last piece. */
const PIECE_CHARACTERS = 1 << 16;

/** Token that replaces all chunks of a text, by the end token of that text. */
const PACKED = new Map([
  ['endKey', 'keyValue'],
  ['endString', 'stringValue'],
  ['endNumber', 'numberValue'],
]);

/**
 * Reads a JSON object of any size and layout without holding it in memory. Yields its members one by one,
 * long arrays element by element and long strings in pieces. Each value is parsed as by JSON.parse.
 *
 * Throws a `JsonSyntaxError` or a `JsonTooLargeError`.
 */
export async function* splitJson(
  chunks: AsyncIterable<Uint8Array>,
  options: SplitOptions,
): AsyncGenerator<JsonPart> {
  const splitter = new JsonSplitter(options);
  for await (const tokens of readJsonTokens(chunks)) {
    for (const token of tokens) splitter.take(token);
    for (const part of splitter.parts.splice(0)) yield part;
  }
}

class JsonSplitter {
  readonly parts: JsonPart[] = [];
  readonly #options: SplitOptions;
  readonly #assembler: FlexAssembler;
  /** Text so far of the current key, string or number. */
  #text = '';
  /** Size of the values read since the last part, in the units of `maxValueBytes`. */
  #bytes = 0;

  constructor(options: SplitOptions) {
    this.#options = options;
    const root: FlexAssembler.ObjectRule = {
      filter: (path) => path.length === 0,
      create: () => ({}),
      add: (_, key, value) => this.#member(key, value),
    };
    const longArray: FlexAssembler.ArrayRule = {
      filter: ([key, ...deeper]) => deeper.length === 0 && options.arrays.includes(key as string),
      create: ([key]) => {
        this.#give({ kind: 'array', key: key as string });
        return [key];
      },
      add: ([key], value) => this.#give({ kind: 'element', key, value }),
    };
    this.#assembler = new FlexAssembler({ objectRules: [root, ownMembers], arrayRules: [longArray] });
  }

  take({ name, value }: parser.Token): void {
    const assembler = this.#assembler;
    if (name === 'stringChunk' || name === 'numberChunk') {
      this.#text += value;
      // While a key is read, `assembler.key` is null; therefore this chunk belongs to a value.
      const isLong = name === 'stringChunk' && assembler.depth === 1 && this.#isLongString(assembler.key);
      if (!isLong) this.#grow(Buffer.byteLength(value));
      else if (this.#text.length >= PIECE_CHARACTERS) this.#member(assembler.key!, this.#endText());
      return;
    }
    if (assembler.depth === 0 && name !== 'startObject') throw new JsonSyntaxError('it is not an object');
    this.#grow(1);
    const packed = PACKED.get(name);
    assembler.consume(packed === undefined ? { name } : { name: packed, value: this.#endText() });
    if (assembler.depth > MAX_DEPTH) throw new JsonSyntaxError(`it is nested more than ${MAX_DEPTH} deep`);
  }

  #member(key: string, value: unknown): void {
    if (this.#isLongString(key)) {
      if (typeof value !== 'string') throw new JsonSyntaxError(`its "${key}" is not a string`);
      if (value !== '') this.#give({ kind: 'piece', key, text: value });
    } else if (this.#options.arrays.includes(key)) {
      // The elements were returned already.
      if (!Array.isArray(value)) throw new JsonSyntaxError(`its "${key}" is not an array`);
    } else this.#give({ kind: 'value', key, value });
  }

  #isLongString(key: string | null): boolean {
    return key !== null && this.#options.strings.includes(key);
  }

  #give(part: JsonPart): void {
    this.parts.push(part);
    this.#bytes = 0;
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#options.maxValueBytes) throw new JsonTooLargeError();
  }

  #endText(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}

/** Defines `__proto__` as an own property, as JSON.parse does. The assembler would set the prototype. */
const ownMembers: FlexAssembler.ObjectRule = {
  filter: () => true,
  create: () => ({}),
  add(object, key, value) {
    if (key !== '__proto__') object[key] = value;
    else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  },
};
