import { Dictionary } from './dictionary.js';

/**
 * Numbers for sets of names (the tags of a memory, the agents it is shared with). Many memories have the same
 * few sets, so a row keeps one number, and a filter decides once a set instead of once a row. Number 0 is the
 * empty set.
 */
export class SetDictionary {
  /** Each set as the JSON of its sorted names. */
  readonly #sets: Dictionary;
  readonly #setsWith = new Map<string, number[]>();

  constructor(encodedSets: readonly string[] = []) {
    this.#sets = new Dictionary();
    this.intern([]);
    for (const encoded of encodedSets) this.intern(JSON.parse(encoded));
  }

  get size(): number {
    return this.#sets.size;
  }

  /** What the constructor takes. */
  get encodedSets(): readonly string[] {
    return this.#sets.names;
  }

  intern(names: readonly string[]): number {
    const sorted = names.length < 2 ? names : [...new Set(names)].sort();
    const size = this.#sets.size;
    const number = this.#sets.intern(JSON.stringify(sorted));
    if (number === size) {
      for (const name of sorted) {
        const sets = this.#setsWith.get(name);
        if (sets === undefined) this.#setsWith.set(name, [number]);
        else sets.push(number);
      }
    }
    return number;
  }

  /** By number of the set: 1 where the set holds all these names. */
  holding(names: readonly string[]): Uint8Array {
    const holds = new Uint8Array(this.size);
    const wanted = [...new Set(names)];
    if (wanted.length === 0) return holds.fill(1);
    const found = new Uint32Array(this.size);
    for (const name of wanted) for (const set of this.#setsWith.get(name) ?? []) found[set]!++;
    for (let set = 0; set < holds.length; set++) holds[set] = found[set] === wanted.length ? 1 : 0;
    return holds;
  }
}
