/** Numbers names from 0 in order of their first occurrence. */
export class Dictionary {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];

  constructor(names: readonly string[] = []) {
    for (const name of names) this.intern(name);
  }

  get size(): number {
    return this.#names.length;
  }

  /** All names; append-only. */
  get names(): readonly string[] {
    return this.#names;
  }

  intern(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#names.length;
    this.#numbers.set(name, number);
    this.#names.push(name);
    return number;
  }

  /** Returns -1 if the name is unknown. */
  find(name: string): number {
    return this.#numbers.get(name) ?? -1;
  }

  name(number: number): string {
    const name = this.#names[number];
    if (name === undefined) throw new RangeError(`Expected a number below ${this.size}, received ${number}`);
    return name;
  }
}

/**
 * Numbers sets of names (the tags of a memory, the agents with which it is shared). Many memories have the
 * same few sets, so a row stores one number, and a filter is evaluated once per set instead of once per row.
 * Number 0 is the empty set.
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

  /** The sets in the format that the constructor accepts. */
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

  /** Returns 1 for each set that contains all these names, by set number. */
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

/** Counts the rows by the name of their value in a column; rows without a value (-1) are omitted. */
export function tally(column: Int32Array, names: Dictionary, rows: Uint32Array): Map<string, number> {
  const counts = new Uint32Array(names.size + 1);
  for (let i = 0; i < rows.length; i++) counts[column[rows[i]!]! + 1]!++;
  const found = new Map<string, number>();
  for (let number = 0; number < names.size; number++) {
    if (counts[number + 1]! > 0) found.set(names.name(number), counts[number + 1]!);
  }
  return found;
}
