/** Numbers for names, from 0, in order of their first coming. */
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

  /** -1 where the name never came. */
  find(name: string): number {
    return this.#numbers.get(name) ?? -1;
  }

  name(number: number): string {
    const name = this.#names[number];
    if (name === undefined) throw new RangeError(`Expected a number below ${this.size}, received ${number}`);
    return name;
  }
}
