import type {
  Contradiction,
  JudgedText,
  PairVerdict,
  StatementJudge,
  TextPair,
} from '../judge/pair-judge.js';
import type { NearPair } from '../search/near-pair.js';
import type { ComparedText } from './compared-text.js';

/**
 * A judged pair of texts, by their positions. `confidence` is null if the author of the judgement gave no
 * confidence.
 */
export type JudgedPair = { a: number; b: number; confidence: number | null } & (
  | { kind: 'conflict'; verdict: Contradiction }
  | { kind: 'duplicate'; verdict: PairVerdict }
);

/** A pair of texts in the form that judges take, with the positions of the texts. */
export interface PlacedPair extends TextPair {
  places: Pick<NearPair, 'a' | 'b'>;
  /** True if both texts decide something. Facts only record a state at a time. */
  decides: boolean;
}

export interface OpenPair {
  pair: PlacedPair;
  why: string;
}

/** Returns the key of a pair whose first position is the lower one. */
export function keyOf({ a, b }: Pick<NearPair, 'a' | 'b'>): string {
  return `${a}/${b}`;
}

/** Maximum number of texts whose analysis is cached; each takes about 8 kB. */
const MAX_CACHED_TEXTS = 12_000;

/**
 * Creates a function that converts positions to pairs for a judge. A judge caches its analysis of a text for
 * as long as it receives the same object.
 */
export function pairsOf(texts: readonly ComparedText[]): (near: NearPair) => PlacedPair {
  const cached = new Map<number, JudgedText>();
  function textAt(place: number): JudgedText {
    let reading = cached.get(place);
    if (reading === undefined) {
      reading = { text: texts[place]!.text };
      cached.set(place, reading);
      if (cached.size > MAX_CACHED_TEXTS) cached.delete(cached.keys().next().value!);
    }
    return reading;
  }
  return ({ a, b, cosine }) => ({
    a: textAt(a),
    b: textAt(b),
    cosine,
    places: { a, b },
    decides: texts[a]!.decides && texts[b]!.decides,
  });
}

/**
 * Judges pairs and returns the decided and the open pairs. Pairs for which `mayConflict` returns true are
 * checked for contradictions. All pairs that do not contradict each other are then checked for duplicates.
 */
export async function settle(
  pairs: readonly PlacedPair[],
  judge: StatementJudge,
  options: Parameters<StatementJudge['contradiction']>[1],
  mayConflict: (pair: PlacedPair) => boolean,
): Promise<{ judged: JudgedPair[]; open: OpenPair[] }> {
  const judged: JudgedPair[] = [];
  const open = new Map<PlacedPair, OpenPair>();
  const leave = (pair: PlacedPair, { evidence }: PairVerdict) =>
    open.set(pair, { pair, why: open.get(pair)?.why ?? evidence[0]! });
  const found = new Set<PlacedPair>();
  const candidates = pairs.filter(mayConflict);
  for (const [at, verdict] of (await judge.contradiction(candidates, options)).entries()) {
    const pair = candidates[at]!;
    if (verdict.answer === 'open') leave(pair, verdict);
    if (verdict.answer !== 'yes') continue;
    judged.push({ ...pair.places, confidence: verdict.confidence, kind: 'conflict', verdict });
    found.add(pair);
  }
  const rest = pairs.filter((pair) => !found.has(pair));
  for (const [at, verdict] of (await judge.sameStatement(rest, options)).entries()) {
    const pair = rest[at]!;
    if (verdict.answer === 'open') leave(pair, verdict);
    if (verdict.answer !== 'yes') continue;
    judged.push({ ...pair.places, confidence: verdict.confidence, kind: 'duplicate', verdict });
    open.delete(pair);
  }
  return { judged, open: [...open.values()] };
}
