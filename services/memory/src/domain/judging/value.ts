/** Something measured, counted or timed, so that another value of the same dimension is another decision. */
export interface Value {
  /** "time", "size", "interval", "clock", "weekday", "date", "count"... Values of two dimensions are not compared. */
  readonly dimension: string;
  /** Equal for equal values: "two weeks" and "14 days". */
  readonly key: string;
  /** In the base unit of the dimension; null where it is only equal or not (dates, weekdays, versions). */
  readonly amount: number | null;
  /** How many of the base unit the unit is in which it was told. */
  readonly unit: number;
  /** Of counts: stems of what is counted ("requests") or, where nothing is, what the number belongs to ("port"). */
  readonly nouns: readonly string[];
  /** Places of its first and last word. */
  readonly first: number;
  readonly last: number;
}
