/** A dictionary as the bytes of its JSON file and an index of its keys: 3 MB for 90,000 words. */
export interface WordTable {
  readonly size: number;
  has(word: string): boolean;
  /** Returns the JSON of the word's value, a text or an object without objects inside. */
  get(word: string): string | undefined;
}

/** Content of a word table, as plain data. */
export interface WordIndex {
  readonly bytes: Buffer;
  /** Open addressing: the index of the first byte of a key, or 0 for a free slot. The length is a power of two. */
  readonly slots: Uint32Array;
  readonly size: number;
}

/** A key and its value in the bytes of a JSON object. The key has no quotes, and its escapes are not resolved. */
export interface Member {
  keyStart: number;
  keyEnd: number;
  valueStart: number;
  valueEnd: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * Yields the members of the JSON object, or of an object literal written like one, whose opening brace is at `from`. Does
 * not build the object: JSON.parse of the two lexicons and the tagger takes 120 MB. Every step yields the same Member.
 */
export function* members(bytes: Uint8Array, from: number): Generator<Readonly<Member>, void, void> {
  if (bytes[from] !== OPEN_BRACE) throw new Error(`Expected an object at byte ${from}`);
  const member: Member = { keyStart: 0, keyEnd: 0, valueStart: 0, valueEnd: from + 1 };
  for (;;) {
    let at = member.valueEnd;
    while (at < bytes.length && bytes[at] !== QUOTE && bytes[at] !== CLOSE_BRACE) at++;
    if (at >= bytes.length) throw new Error('Expected a closing brace, the file ended');
    if (bytes[at] === CLOSE_BRACE) return;
    member.keyStart = at + 1;
    member.keyEnd = stringEnd(bytes, member.keyStart);
    member.valueStart = afterColon(bytes, member.keyEnd);
    member.valueEnd = valueEnd(bytes, member.valueStart);
    yield member;
  }
}

/** Returns the index of the value after the key that ends at `keyEnd`. */
function afterColon(bytes: Uint8Array, keyEnd: number): number {
  let at = keyEnd + 1;
  while (bytes[at] === COLON || bytes[at]! <= 0x20) at++;
  return at;
}

/** Returns the index of the quote that closes the string whose first character is at `from`. */
function stringEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  if (at >= bytes.length) throw new Error(`Expected a closing quote for the string at byte ${from}`);
  return at;
}

function valueEnd(bytes: Uint8Array, from: number): number {
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

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = FNV_OFFSET;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, FNV_PRIME);
  return hash;
}

/** Indexes the JSON object whose opening brace is at `from`. `bytes` must not change afterwards. */
export function indexWords(bytes: Buffer, from: number, expectedWords: number): WordIndex {
  let capacity = 1;
  while (capacity < expectedWords * 1.5) capacity *= 2;
  const mask = capacity - 1;
  const slots = new Uint32Array(capacity);
  let size = 0;
  for (const { keyStart, keyEnd } of members(bytes, from)) {
    if (++size > capacity * 0.9)
      throw new Error(`Expected about ${expectedWords} words in a lexicon, found more than ${size}`);
    let slot = hashOf(bytes, keyStart, keyEnd) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = keyStart;
  }
  return { bytes, slots, size };
}

export function wordTable({ bytes, slots, size }: WordIndex): WordTable {
  const mask = slots.length - 1;
  /** Returns the index of the quote after the key, or -1. */
  const find = (word: string): number => {
    const key = Buffer.from(word);
    for (let slot = hashOf(key, 0, key.length) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const start = slots[slot]!;
      const end = start + key.length;
      // Without the quote "car" would be found in "cart".
      if (bytes[end] === QUOTE && key.compare(bytes, start, end) === 0) return end;
    }
    return -1;
  };

  return {
    size,
    has: (word) => find(word) >= 0,
    get(word) {
      const keyEnd = find(word);
      if (keyEnd < 0) return undefined;
      const start = afterColon(bytes, keyEnd);
      return bytes.toString('utf8', start, valueEnd(bytes, start));
    },
  };
}
