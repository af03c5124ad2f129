/** Two places of a list of vectors and how near they are; `a < b`. */
export interface NearPair {
  a: number;
  b: number;
  cosine: number;
}

export interface NearPairsOptions {
  /** Pairs from this cosine on. */
  minimum: number;
  /** The first places of the list have a minimum of their own among themselves. */
  selected: number;
  minimumSelected: number;
  /** Of each place at most so many later ones, the nearest. */
  perPlace: number;
  perSelectedPlace: number;
  /** Only pairs with one of the first so many places; Infinity for all. */
  places: number;
  /** After these lists, for each place one more: see `NearestOptions`. */
  nearest?: NearestOptions;
}

/** The nearest of each place, among earlier and later ones. */
export interface NearestOptions {
  /** How many of each. */
  perPlace: number;
  /** Pairs above this cosine. */
  above: number;
}
