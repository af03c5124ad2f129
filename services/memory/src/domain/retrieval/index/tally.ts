import type { Dictionary } from './dictionary.js';

/** How many of these rows have each value of a column, by its name; those that have none (-1) are left out. */
export function tally(column: Int32Array, names: Dictionary, rows: Uint32Array): Map<string, number> {
  const counts = new Uint32Array(names.size + 1);
  for (let i = 0; i < rows.length; i++) counts[column[rows[i]!]! + 1]!++;
  const found = new Map<string, number>();
  for (let number = 0; number < names.size; number++) {
    if (counts[number + 1]! > 0) found.set(names.name(number), counts[number + 1]!);
  }
  return found;
}
