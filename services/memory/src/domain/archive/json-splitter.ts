/**
 * Reads one JSON object of any size and layout without holding it: the values of its members are given out one by one,
 * those of long arrays element by element, those of long strings piece by piece. It finds where values end; JSON.parse
 * then reads each. (stream-json makes a token of every 256 characters and takes five times as long, measured.)
 */
export type JsonPart =
  | { kind: 'value'; key: string; value: unknown }
  /** A long array begins; its elements follow. */
  | { kind: 'array'; key: string }
  | { kind: 'element'; key: string; value: unknown }
  /** Part of a long string, as it stands between the quotes. */
  | { kind: 'piece'; key: string; bytes: Uint8Array };

export interface SplitOptions {
  /** Members whose value is an array, given out by element. */
  arrays: readonly string[];
  /** Members whose value is a string without escapes, given out in pieces. */
  strings: readonly string[];
  /** The largest value that is put together, in bytes. */
  maxValueBytes: number;
}

/** The text is not one JSON object, or not one with the long members it should have. */
export class JsonSyntaxError extends Error {}
/** A value is larger than `maxValueBytes`. */
export class JsonTooLargeError extends Error {}

/** Records are flat; deeper nesting is an attack on whoever walks the values. */
const MAX_DEPTH = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/** What is expected between values. */
type Expected =
  | 'object'
  | 'first key'
  | 'key'
  | 'colon'
  | 'value'
  | 'comma'
  | 'first element'
  | 'element'
  | 'next'
  | 'end';

export async function* splitJson(
  chunks: AsyncIterable<Uint8Array>,
  options: SplitOptions,
): AsyncGenerator<JsonPart> {
  const splitter = new JsonSplitter(options);
  for await (const chunk of chunks) yield* splitter.push(chunk);
  splitter.end();
}

class JsonSplitter {
  readonly #options: SplitOptions;
  #expected: Expected = 'object';
  #key = '';
  /** Bytes of all chunks before the current one. */
  #before = 0;
  /** The value under way: its bytes from earlier chunks, and what is open in it. */
  #value: {
    kind: 'string' | 'container' | 'scalar' | 'long string';
    parts: Uint8Array[];
    bytes: number;
  } | null = null;
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** A long string ended: its closing quote is still to be passed. */
  #closing = false;

  constructor(options: SplitOptions) {
    this.#options = options;
  }

  *push(chunk: Uint8Array): Generator<JsonPart> {
    let at = 0;
    while (at < chunk.length) {
      if (this.#value === null) {
        const byte = chunk[at]!;
        if (isSpace(byte)) at++;
        else at += yield* this.#between(byte, at);
      } else {
        const end = this.#endOfValue(chunk, at);
        if (end === null) {
          yield* this.#keep(chunk.subarray(at));
          break;
        }
        yield* this.#finish(chunk.subarray(at, end));
        at = end;
        if (this.#closing) at++;
        this.#closing = false;
      }
    }
    this.#before += chunk.length;
  }

  end(): void {
    if (this.#expected !== 'end') throw new JsonSyntaxError(`it ends where ${this.#expected} is expected`);
  }

  /** One byte outside values; returns how many bytes were used up. */
  *#between(byte: number, at: number): Generator<JsonPart, number> {
    const { arrays, strings } = this.#options;
    switch (this.#expected) {
      case 'object':
        if (byte !== OPEN_OBJECT) break;
        this.#expected = 'first key';
        return 1;
      case 'first key':
      case 'key':
        if (byte === CLOSE_OBJECT && this.#expected === 'first key') {
          this.#expected = 'end';
          return 1;
        }
        if (byte !== QUOTE) break;
        return this.#begin('string');
      case 'colon':
        if (byte !== COLON) break;
        this.#expected = 'value';
        return 1;
      case 'value':
        if (arrays.includes(this.#key)) {
          if (byte !== OPEN_ARRAY) break;
          this.#expected = 'first element';
          yield { kind: 'array', key: this.#key };
          return 1;
        }
        if (strings.includes(this.#key)) {
          if (byte !== QUOTE) break;
          this.#begin('long string');
          return 1;
        }
        return this.#beginValue(byte);
      case 'first element':
      case 'element':
        if (byte === CLOSE_ARRAY && this.#expected === 'first element') {
          this.#expected = 'comma';
          return 1;
        }
        return this.#beginValue(byte);
      case 'next':
        if (byte !== COMMA && byte !== CLOSE_ARRAY) break;
        this.#expected = byte === COMMA ? 'element' : 'comma';
        return 1;
      case 'comma':
        if (byte !== COMMA && byte !== CLOSE_OBJECT) break;
        this.#expected = byte === COMMA ? 'key' : 'end';
        return 1;
      case 'end':
        break;
    }
    throw new JsonSyntaxError(`byte ${this.#before + at} is not what is expected there (${this.#expected})`);
  }

  #beginValue(byte: number): number {
    if (byte === QUOTE) return this.#begin('string');
    return this.#begin(byte === OPEN_OBJECT || byte === OPEN_ARRAY ? 'container' : 'scalar');
  }

  #begin(kind: 'string' | 'container' | 'scalar' | 'long string'): number {
    this.#value = { kind, parts: [], bytes: 0 };
    this.#depth = 0;
    this.#inString = false;
    this.#escaped = false;
    return 0;
  }

  /** Behind the last byte of the value under way; null if it goes on in the next chunk. */
  #endOfValue(chunk: Uint8Array, from: number): number | null {
    const { kind } = this.#value!;
    if (kind === 'long string') {
      const end = chunk.indexOf(QUOTE, from);
      this.#closing = end >= 0;
      return end < 0 ? null : end;
    }
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) {
          this.#inString = false;
          if (kind === 'string') return at + 1;
        }
      } else if (kind === 'scalar') {
        if (byte === COMMA || byte === CLOSE_ARRAY || byte === CLOSE_OBJECT || isSpace(byte)) return at;
      } else if (byte === QUOTE) this.#inString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        if (++this.#depth > MAX_DEPTH) throw new JsonSyntaxError(`it is nested more than ${MAX_DEPTH} deep`);
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        if (--this.#depth === 0) return at + 1;
      }
    }
    return null;
  }

  *#keep(bytes: Uint8Array): Generator<JsonPart> {
    const value = this.#value!;
    if (value.kind === 'long string') {
      if (bytes.length > 0) yield { kind: 'piece', key: this.#key, bytes };
      return;
    }
    value.bytes += bytes.length;
    if (value.bytes > this.#options.maxValueBytes) throw new JsonTooLargeError();
    value.parts.push(bytes);
  }

  *#finish(lastBytes: Uint8Array): Generator<JsonPart> {
    yield* this.#keep(lastBytes);
    const { kind, parts } = this.#value!;
    this.#value = null;
    if (kind === 'long string') {
      this.#expected = 'comma';
      return;
    }
    const value = parse(parts);
    switch (this.#expected) {
      case 'first key':
      case 'key':
        this.#key = value as string;
        this.#expected = 'colon';
        return;
      case 'value':
        this.#expected = 'comma';
        yield { kind: 'value', key: this.#key, value };
        return;
      default:
        this.#expected = 'next';
        yield { kind: 'element', key: this.#key, value };
    }
  }
}

function parse(parts: readonly Uint8Array[]): unknown {
  try {
    const bytes = parts.length === 1 ? parts[0] : Buffer.concat(parts);
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (cause) {
    // The message of JSON.parse quotes the text, which is content.
    throw new JsonSyntaxError('a value in it is not JSON in UTF-8', { cause });
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
