import type parser from 'stream-json/parser.js';
import FlexAssembler from 'stream-json/utils/flex-assembler.js';
import { JsonSyntaxError, readJsonTokens } from './json-tokens.js';

export { JsonSyntaxError };

/** A part of an object, in the order in which they stand in it. */
export type JsonPart =
  | { kind: 'value'; key: string; value: unknown }
  /** A long array begins; its elements follow. */
  | { kind: 'array'; key: string }
  | { kind: 'element'; key: string; value: unknown }
  /** Part of a long string; an empty string has none. */
  | { kind: 'piece'; key: string; text: string };

export interface SplitOptions {
  /** Members whose value is an array, given out by element. */
  arrays: readonly string[];
  /** Members whose value is a string, given out in pieces. */
  strings: readonly string[];
  /** The largest value that is put together: the bytes of its texts and numbers, and one for every other token. */
  maxValueBytes: number;
}

/** A value is larger than `maxValueBytes`. */
export class JsonTooLargeError extends Error {}

/** Records are flat; deeper nesting is an attack on whoever walks the values. Counted with the object itself. */
const MAX_DEPTH = 65;
/** Long enough to be worth passing on. */
const PIECE_CHARACTERS = 1 << 16;

/** The token that stands for all pieces of a text, by the one behind them. */
const PACKED = new Map([
  ['endKey', 'keyValue'],
  ['endString', 'stringValue'],
  ['endNumber', 'numberValue'],
]);

/**
 * Reads one JSON object of any size and layout without holding it: the values of its members are given out one by one,
 * those of long arrays element by element, those of long strings piece by piece; each as JSON.parse reads it.
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
  /** Of the key, string or number under way. */
  #text = '';
  /** Since the last part. */
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
      // Within a key no member is known, so that this is a string's value.
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
      // Its elements were given out.
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

/** The assembler would set the prototype by a member `__proto__`; JSON.parse makes it one like any other. */
const ownMembers: FlexAssembler.ObjectRule = {
  filter: () => true,
  create: () => ({}),
  add(object, key, value) {
    if (key !== '__proto__') object[key] = value;
    else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  },
};
