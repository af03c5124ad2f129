/** Something measured, counted or timed, so that another value of the same dimension is another decision. */
export interface Value {
  /** "time", "size", "interval", "clock", "weekday", "date", "count"... Values of two dimensions are not compared. */
  readonly dimension: string;
  /** Equal for equal values: "two weeks" and "14 days". */
  readonly key: string;
  /** In the base unit of the dimension; null where it is only equal or not (dates, weekdays, versions). */
  readonly amount: number | null;
  /** Of counts: stems of what is counted ("requests") or, where nothing is, what the number belongs to ("port"). */
  readonly nouns: readonly string[];
  readonly bound: Bound;
  /** Places of its first and last word. */
  readonly first: number;
  readonly last: number;
}

export type Bound = 'least' | 'most' | 'exact';
