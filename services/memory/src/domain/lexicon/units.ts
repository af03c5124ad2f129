import { shippedData } from './lexicon-data.js';

/**
 * A unit of measure: the dimension it measures and how many of the dimension's base unit one is, so that "1 hour" equals
 * "60 minutes". Factors are the definitions (a year is 365 days, a month its twelfth part). Temperatures and currencies
 * convert by more than a factor or by the day: each is a dimension of its own.
 */
export interface Unit {
  readonly dimension: string;
  readonly factor: number;
}

const UNITS: ReadonlyMap<string, Unit> = new Map(
  Object.entries(shippedData.units).flatMap(([dimension, units]) =>
    Object.entries(units).flatMap(([names, factor]) =>
      names.split(' ').map((name): [string, Unit] => [name, { dimension, factor }]),
    ),
  ),
);
/** The unit of a folded word glued to a number: "5in", "10mb". */
export function unitGlued(word: string): Unit | null {
  return UNITS.get(word) ?? null;
}

/** The unit of a folded word that stands behind a number. */
export function unitAfterNumber(word: string): Unit | null {
  if (word === 'in' || word === 'us') return null;
  return (
    UNITS.get(word) ?? (word.length > 3 && word.endsWith('s') ? (UNITS.get(word.slice(0, -1)) ?? null) : null)
  );
}
