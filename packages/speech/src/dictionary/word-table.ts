import { members, stringEnd } from './json-members.js';

/** A pronunciation dictionary as the bytes of its file and an index of where each word stands: 3 MB for 90,000 words. */
export interface WordTable {
  readonly size: number;
  has(word: string): boolean;
  /** The JSON of the word's value, as it stands in the file. */
  get(word: string): string | undefined;
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** What a table is made of: plain data. */
export interface WordIndex {
  readonly bytes: Buffer;
  /** Open addressing: the index of the key's first byte, 0 is free (a key never stands at 0). As many as a power of two. */
  readonly slots: Uint32Array;
  readonly size: number;
}

/** `from` is the index of the object's opening brace in `bytes`, which must not change afterwards. */
export function createWordTable(bytes: Buffer, from: number, expectedWords: number): WordTable {
  return wordTable(indexWords(bytes, from, expectedWords));
}

/** As `createWordTable`. */
export function indexWords(bytes: Buffer, from: number, expectedWords: number): WordIndex {
  let capacity = 1;
  while (capacity < expectedWords * 1.5) capacity *= 2;
  const mask = capacity - 1;
  const slots = new Uint32Array(capacity);
  const entries = members(bytes, from);
  let size = 0;
  while (entries.nextKey()) {
    if (++size > capacity * 0.9)
      throw new Error(`Expected about ${expectedWords} words in a lexicon, found more than ${size}`);
    let hash = FNV_OFFSET;
    for (let at = entries.keyStart; at < entries.keyEnd; at++) hash = Math.imul(hash ^ bytes[at]!, FNV_PRIME);
    let slot = hash & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = entries.keyStart;
    entries.moveTo(entries.skipValue(entries.valueStart));
  }
  return { bytes, slots, size };
}

export function wordTable({ bytes, slots, size }: WordIndex): WordTable {
  const mask = slots.length - 1;
  const find = (word: string): number => {
    const key = Buffer.from(word);
    let hash = FNV_OFFSET;
    for (const byte of key) hash = Math.imul(hash ^ byte, FNV_PRIME);
    for (let slot = hash & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const start = slots[slot]!;
      const end = start + key.length;
      // The quote behind it: otherwise "car" would be found in "cart".
      if (bytes[end] === 0x22 && key.compare(bytes, start, end) === 0) return end;
    }
    return -1;
  };

  return {
    size,
    has: (word) => find(word) >= 0,
    get(word) {
      const keyEnd = find(word);
      if (keyEnd < 0) return undefined;
      let start = keyEnd + 1;
      while (bytes[start] === 0x3a || bytes[start]! <= 0x20) start++;
      const end = bytes[start] === 0x22 ? stringEnd(bytes, start + 1) + 1 : bytes.indexOf(0x7d, start) + 1;
      return bytes.toString('utf8', start, end);
    },
  };
}
