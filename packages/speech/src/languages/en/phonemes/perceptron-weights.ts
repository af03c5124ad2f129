import { members, stringEnd } from '../../../dictionary/json-members.js';

/** The weights of an averaged perceptron: for each feature, what it adds to the score of each tag. 2.5 MB instead of 40. */
export interface PerceptronWeights {
  /** Adds the feature's weights to `scores`, one for each tag. A feature never seen adds nothing. */
  addTo(scores: Int32Array, feature: string): void;
}

/** What they are made of: plain data. */
export interface PerceptronTable {
  /** Of each feature, the two halves of its hash. */
  readonly lows: Uint32Array;
  readonly highs: Uint32Array;
  /** Of feature i: its tags and weights are firsts[i] up to firsts[i + 1]. */
  readonly firsts: Uint32Array;
  readonly tags: Uint8Array;
  readonly weights: Int16Array;
  /** By hash: feature number + 1; 0 is free. As many as a power of two. */
  readonly slots: Uint32Array;
}

/**
 * Reads `{"feature": {"TAG": weight}}` from the opening brace at `from`. Weights have at most one decimal and are kept as
 * tenths. Features are known by a 64-bit hash, not by name: two of 80,000 fall together with a chance of 1 in 5 thousand
 * million.
 */
export function readPerceptronTable(bytes: Buffer, from: number, tags: readonly string[]): PerceptronTable {
  const tagNumbers = new Map(tags.map((tag, i) => [tagKey(Buffer.from(tag), 0, tag.length), i]));
  if (tagNumbers.size !== tags.length)
    throw new Error('Expected tags that differ in their first four bytes and length');
  const features = new GrowingTable();
  const entries = members(bytes, from);
  // `members` once, not for each of the features: 80,000 objects would make the heap grow by 35 MB.
  while (entries.nextKey()) {
    features.begin(bytes, entries.keyStart, entries.keyEnd);
    let at = entries.valueStart;
    while (bytes[at] !== CLOSE_BRACE) {
      while (bytes[at] !== QUOTE) at++;
      const tagStart = at + 1;
      at = stringEnd(bytes, tagStart);
      const tag = tagNumbers.get(tagKey(bytes, tagStart, at));
      if (tag === undefined) throw new Error(`Expected a tag of the tagger at byte ${tagStart}`);
      at += 2;
      while (bytes[at]! <= SPACE) at++;
      const negative = bytes[at] === MINUS;
      if (negative) at++;
      let tenths = 0;
      let decimals = -1;
      for (; bytes[at] !== COMMA && bytes[at] !== CLOSE_BRACE; at++) {
        const digit = bytes[at]! - ZERO;
        if (bytes[at] === POINT && decimals < 0) decimals = 0;
        else if (digit >= 0 && digit <= 9 && decimals <= 0) {
          tenths = tenths * 10 + digit;
          if (decimals === 0) decimals = 1;
        } else throw new Error(`Expected a weight with at most one decimal at byte ${at}`);
      }
      if (decimals < 1) tenths *= 10;
      features.add(tag, negative ? -tenths : tenths);
    }
    entries.moveTo(at + 1);
  }
  return features.finish();
}

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const CLOSE_BRACE = 0x7d;
const POINT = 0x2e;
const MINUS = 0x2d;
const ZERO = 0x30;
const BACKSLASH = 0x5c;

/** The first four bytes and the length: enough to tell the tags apart. */
function tagKey(bytes: Uint8Array, start: number, end: number): number {
  let key = end - start;
  for (let i = 0; i < 4; i++) key = key * 256 + (start + i < end ? bytes[start + i]! : 0);
  return key;
}

/** Two hashes of the same bytes with different primes. */
function hashes(bytes: Uint8Array, start: number, end: number, out: Uint32Array): void {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let at = start; at < end; at++) {
    low = Math.imul(low ^ bytes[at]!, 0x01000193);
    high = Math.imul(high ^ bytes[at]!, 0x85ebca6b);
    high ^= high >>> 15;
  }
  out[0] = low;
  out[1] = high;
}

class GrowingTable {
  readonly #hash = new Uint32Array(2);
  #lows = new Uint32Array(1 << 17);
  #highs = new Uint32Array(1 << 17);
  /** Of feature i: its weights are firsts[i] up to firsts[i + 1]. */
  #firsts = new Uint32Array(1 << 17);
  #tags = new Uint8Array(1 << 19);
  #weights = new Int16Array(1 << 19);
  #features = 0;
  #length = 0;

  begin(bytes: Buffer, start: number, end: number): void {
    if (this.#features + 1 >= this.#firsts.length)
      throw new Error(`Expected fewer than ${this.#firsts.length} features in the tagger`);
    let at = start;
    while (at < end && bytes[at] !== BACKSLASH) at++;
    if (at < end) {
      const key = Buffer.from(JSON.parse(bytes.toString('utf8', start - 1, end + 1)) as string);
      hashes(key, 0, key.length, this.#hash);
    } else hashes(bytes, start, end, this.#hash);
    this.#lows[this.#features] = this.#hash[0]!;
    this.#highs[this.#features] = this.#hash[1]!;
    this.#firsts[this.#features++] = this.#length;
  }

  add(tag: number, weight: number): void {
    if (this.#length >= this.#tags.length)
      throw new Error(`Expected fewer than ${this.#tags.length} weights in the tagger`);
    this.#tags[this.#length] = tag;
    this.#weights[this.#length++] = weight;
  }

  finish(): PerceptronTable {
    const lows = this.#lows.slice(0, this.#features);
    const highs = this.#highs.slice(0, this.#features);
    const firsts = this.#firsts.slice(0, this.#features + 1);
    firsts[this.#features] = this.#length;
    const tags = this.#tags.slice(0, this.#length);
    const weights = this.#weights.slice(0, this.#length);

    let capacity = 1;
    while (capacity < this.#features * 1.5) capacity *= 2;
    const mask = capacity - 1;
    const slots = new Uint32Array(capacity);
    for (let i = 0; i < this.#features; i++) {
      let slot = lows[i]! & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = i + 1;
    }
    return { lows, highs, firsts, tags, weights, slots };
  }
}

export function perceptronWeights({
  lows,
  highs,
  firsts,
  tags,
  weights,
  slots,
}: PerceptronTable): PerceptronWeights {
  const mask = slots.length - 1;
  const hash = new Uint32Array(2);
  return {
    addTo(scores, feature) {
      const key = Buffer.from(feature);
      hashes(key, 0, key.length, hash);
      for (let slot = hash[0]! & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
        const i = slots[slot]! - 1;
        if (lows[i] !== hash[0] || highs[i] !== hash[1]) continue;
        for (let k = firsts[i]!; k < firsts[i + 1]!; k++) scores[tags[k]!]! += weights[k]!;
        return;
      }
    },
  };
}
