/**
 * Maps a point (x, y) to (a x + b y + c, d x + e y + f). Coordinates are continuous, here and for every
 * landmark: pixel (i, j) covers i to i + 1 and j to j + 1, so its centre is at i + 0.5, j + 0.5.
 */
export interface Affine {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export function applyAffine({ a, b, c, d, e, f }: Affine, { x, y }: Point): Point {
  return { x: a * x + b * y + c, y: d * x + e * y + f };
}

/** Applies `inner` first, then `outer`. */
export function composeAffine(outer: Affine, inner: Affine): Affine {
  return {
    a: outer.a * inner.a + outer.b * inner.d,
    b: outer.a * inner.b + outer.b * inner.e,
    c: outer.a * inner.c + outer.b * inner.f + outer.c,
    d: outer.d * inner.a + outer.e * inner.d,
    e: outer.d * inner.b + outer.e * inner.e,
    f: outer.d * inner.c + outer.e * inner.f + outer.f,
  };
}

/** Throws a RangeError if the transform maps all points to a line. */
export function invertAffine({ a, b, c, d, e, f }: Affine): Affine {
  const area = areaScale({ a, b, c, d, e, f });
  if (!(Math.abs(area) > 0))
    throw new RangeError('Expected a transform that keeps an area, received a flat one');
  return {
    a: e / area,
    b: -b / area,
    c: (b * f - c * e) / area,
    d: -d / area,
    e: a / area,
    f: (c * d - a * f) / area,
  };
}

/** Returns the factor of areas; negative for mirrored transforms. */
export function areaScale({ a, b, d, e }: Affine): number {
  return a * e - b * d;
}
