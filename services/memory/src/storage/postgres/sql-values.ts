/** Adds a value to a statement and returns its parameter: `$(7)` returns `$3` if it is the third value. */
export type PlaceValue = (value: unknown) => string;

export function sqlValues(): { values: unknown[]; $: PlaceValue } {
  const values: unknown[] = [];
  return { values, $: (value) => `$${values.push(value)}` };
}
