/** Two positions in a list of vectors and their cosine; `a < b`. */
export interface NearPair {
  a: number;
  b: number;
  cosine: number;
}

export interface NearPairsOptions {
  /** Minimum cosine of a pair. */
  minimum: number;
  /** Number of positions at the start of the list that have a separate minimum among themselves. */
  selected: number;
  minimumSelected: number;
  /** Maximum number of later positions for each position; the nearest are chosen. */
  perPlace: number;
  perSelectedPlace: number;
  /** Only pairs with one of the first `places` positions are returned; Infinity for all. */
  places: number;
  /** Adds one more list for each position after these lists: see `NearestOptions`. */
  nearest?: NearestOptions;
}

/** The nearest positions of each position, among earlier and later ones. */
export interface NearestOptions {
  /** Maximum number for each position. */
  perPlace: number;
  /** Minimum cosine, exclusive. */
  above: number;
}
