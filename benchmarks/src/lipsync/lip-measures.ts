/**
 * Measures of lip movement in a rendered clip, compared with its speech. Times are in seconds, openings in
 * mouth widths.
 */

export interface SpokenSound {
  phoneme: string;
  start: number;
  end: number;
  stress?: 1 | 2;
}

export interface LipCurve {
  fps: number;
  /** Distance of the inner lips at their middle, divided by the mouth's width. NaN if no face was found. */
  openings: Float32Array;
}

export interface Share {
  hits: number;
  of: number;
}

/** Thresholds of closed and of open lips (issue 6). */
const CLOSED = 0.03;
const OPEN = 0.1;
const BILABIALS = 'pbm';
/** Vowels with an open mouth. Diphthongs belong to them if their first half is open. */
const OPEN_VOWELS = 'ɑaæʌɐIW';
const PAUSE_SECONDS = 0.3;

/** Counts bilabials during which the lips close in at least one frame. */
export function closures(curve: LipCurve, sounds: readonly SpokenSound[]): Share {
  const bilabials = sounds.filter(({ phoneme }) => BILABIALS.includes(phoneme));
  return share(bilabials, ({ start, end }) => lowest(curve, start, end) < CLOSED);
}

/** Counts stressed open vowels during which the lips open in at least one frame. */
export function openVowels(curve: LipCurve, sounds: readonly SpokenSound[]): Share {
  const vowels = sounds.filter(({ phoneme, stress }) => stress === 1 && OPEN_VOWELS.includes(phoneme));
  return share(vowels, ({ start, end }) => highest(curve, start, end) > OPEN);
}

/**
 * Counts frames with closed lips within pauses. Excludes the time in which the mouth closes after speech
 * (0.15 s) and opens before speech (0.12 s).
 */
export function closedPauses(curve: LipCurve, sounds: readonly SpokenSound[], duration: number): Share {
  const ends = [0, ...sounds.map(({ end }) => end)];
  const begins = [...sounds.map(({ start }) => start), duration];
  let hits = 0;
  let of = 0;
  ends.forEach((end, i) => {
    const begin = begins[i]!;
    if (begin - end <= PAUSE_SECONDS) return;
    for (const opening of framesIn(curve, end + 0.15, begin - 0.12)) {
      of++;
      if (opening < CLOSED) hits++;
    }
  });
  return { hits, of };
}

/**
 * Returns Pearson's correlation of the openings with `jaw` (one value per frame) for each lag in frames. A
 * positive lag means that the lips are late.
 */
export function lagCorrelations(
  { openings }: LipCurve,
  jaw: Float32Array,
  lags: readonly number[],
): number[] {
  return lags.map((lag) => {
    const pairs: [number, number][] = [];
    for (let frame = 0; frame < jaw.length; frame++) {
      const opening = openings[frame + lag];
      if (opening !== undefined && !Number.isNaN(opening)) pairs.push([jaw[frame]!, opening]);
    }
    return pearson(pairs);
  });
}

function pearson(pairs: readonly [number, number][]): number {
  const mean = (k: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[k], 0) / pairs.length;
  const [x, y] = [mean(0), mean(1)];
  let [xy, xx, yy] = [0, 0, 0];
  for (const [a, b] of pairs) {
    xy += (a - x) * (b - y);
    xx += (a - x) ** 2;
    yy += (b - y) ** 2;
  }
  return xy / Math.sqrt(xx * yy);
}

/**
 * Returns the openings of the frames that are visible between the two times, at least one. Omits frames
 * without a face.
 */
function framesIn({ fps, openings }: LipCurve, start: number, end: number): number[] {
  if (end < start) return [];
  const first = Math.max(0, Math.floor(start * fps));
  const last = Math.min(openings.length - 1, Math.ceil(end * fps) - 1);
  return [...openings.subarray(first, Math.max(first, last) + 1)].filter((opening) => !Number.isNaN(opening));
}

const lowest = (curve: LipCurve, start: number, end: number) => Math.min(...framesIn(curve, start, end));
const highest = (curve: LipCurve, start: number, end: number) => Math.max(...framesIn(curve, start, end));

function share<T>(items: readonly T[], isHit: (item: T) => boolean): Share {
  return { hits: items.filter(isHit).length, of: items.length };
}
