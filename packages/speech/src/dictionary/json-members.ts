/**
 * Walks `"key": value` pairs of a large JSON object (or of an object literal written like one) as bytes, without building
 * it: JSON.parse of the two lexicons and the tagger takes 120 MB, this takes none.
 */
export interface Members {
  /** Moves to the next key at the current level; false at the closing brace. The key is `bytes.subarray(keyStart, keyEnd)`. */
  nextKey(): boolean;
  /** Of the key last read, without its quotes; escapes as they stand. */
  readonly keyStart: number;
  readonly keyEnd: number;
  /** Index of the first byte of the value that follows the key. Whoever reads it says with `moveTo` where it ended. */
  readonly valueStart: number;
  moveTo(index: number): void;
  /** Index behind the value that begins at `index`. */
  skipValue(index: number): number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;

/** `from` is the index of the object's opening brace. */
export function members(bytes: Uint8Array, from: number): Members {
  if (bytes[from] !== OPEN_BRACE) throw new Error(`Expected an object at byte ${from}`);
  let at = from + 1;
  let keyStart = 0;
  let keyEnd = 0;
  let valueStart = 0;

  return {
    nextKey() {
      while (at < bytes.length && bytes[at] !== QUOTE && bytes[at] !== CLOSE_BRACE) at++;
      if (at >= bytes.length) throw new Error('Expected a closing brace, the file ended');
      if (bytes[at] === CLOSE_BRACE) {
        at++;
        return false;
      }
      keyStart = at + 1;
      keyEnd = stringEnd(bytes, keyStart);
      valueStart = keyEnd + 1;
      while (bytes[valueStart] === COLON || bytes[valueStart]! <= 0x20) valueStart++;
      return true;
    },
    get keyStart() {
      return keyStart;
    },
    get keyEnd() {
      return keyEnd;
    },
    get valueStart() {
      return valueStart;
    },
    moveTo(index) {
      at = index;
    },
    skipValue: (index) => skipValue(bytes, index),
  };
}

/** Index of the quote that closes the string whose first character is at `from`. */
export function stringEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  if (at >= bytes.length) throw new Error(`Expected a closing quote for the string at byte ${from}`);
  return at;
}

function skipValue(bytes: Uint8Array, from: number): number {
  if (bytes[from] === QUOTE) return stringEnd(bytes, from + 1) + 1;
  let depth = 0;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) at = stringEnd(bytes, at + 1);
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (byte === COMMA && depth === 0) return at;
  }
  throw new Error(`Expected the value at byte ${from} to end, the file ended`);
}
