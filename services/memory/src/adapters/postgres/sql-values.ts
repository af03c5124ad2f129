/** The values of a statement, and their places in it: `$(7)` gives `$3` where two came before it. */
export type PlaceValue = (value: unknown) => string;

export function sqlValues(): { values: unknown[]; $: PlaceValue } {
  const values: unknown[] = [];
  return { values, $: (value) => `$${values.push(value)}` };
}
