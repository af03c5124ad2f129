const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Bytes of a JSON value in a document: from `start` to `end` (exclusive). */
export interface JsonPlace {
  start: number;
  end: number;
}

/*
 * These functions find values in a JSON document that `JSON.parse` has accepted. They allow a change of one value while all
 * other bytes stay as they are: a parsed and rewritten document has other numbers and other white space.
 */

/** Finds the value of a key of the object that starts at `at`; of equal keys the last one, as `JSON.parse` does. */
export function findMember(json: Buffer, at: number, key: string): JsonPlace | null {
  if (json[at] !== OPEN_OBJECT) return null;
  let found: JsonPlace | null = null;
  let next = skipBlanks(json, at + 1);
  while (json[next] !== CLOSE_OBJECT) {
    const nameEnd = endOfString(json, next);
    const name = JSON.parse(json.toString('utf8', next, nameEnd)) as string;
    // A colon follows the name.
    const start = skipBlanks(json, skipBlanks(json, nameEnd) + 1);
    const end = endOfValue(json, start);
    if (name === key) found = { start, end };
    next = afterComma(json, end);
  }
  return found;
}

/** Finds all items of the array that starts at `at`. */
export function findItems(json: Buffer, at: number): JsonPlace[] {
  const items: JsonPlace[] = [];
  if (json[at] !== OPEN_ARRAY) return items;
  let next = skipBlanks(json, at + 1);
  while (json[next] !== CLOSE_ARRAY) {
    const end = endOfValue(json, next);
    items.push({ start: next, end });
    next = afterComma(json, end);
  }
  return items;
}

/** Returns the position of the first value of the document. */
export const startOfDocument = (json: Buffer): number => skipBlanks(json, 0);

function afterComma(json: Buffer, at: number): number {
  const next = skipBlanks(json, at);
  return json[next] === COMMA ? skipBlanks(json, next + 1) : next;
}

function skipBlanks(json: Buffer, at: number): number {
  while (json[at] === 0x20 || json[at] === 0x0a || json[at] === 0x0d || json[at] === 0x09) at++;
  return at;
}

function endOfValue(json: Buffer, at: number): number {
  if (json[at] === QUOTE) return endOfString(json, at);
  let depth = 0;
  for (let next = at; ; next++) {
    const byte = json[next];
    if (byte === QUOTE) next = endOfString(json, next) - 1;
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      // The end of the surrounding value also ends a number or a word.
      if (depth === 0) return next;
      depth--;
      if (depth === 0) return next + 1;
    } else if (depth === 0 && (byte === undefined || byte === COMMA || byte <= 0x20)) return next;
  }
}

/** Returns the position after the closing quote. Images are long strings, which `indexOf` skips fast. */
function endOfString(json: Buffer, at: number): number {
  for (let quote = json.indexOf(QUOTE, at + 1); ; quote = json.indexOf(QUOTE, quote + 1)) {
    let backslashes = 0;
    while (json[quote - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
  }
}
