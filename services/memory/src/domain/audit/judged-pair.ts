import type {
  Contradiction,
  JudgedText,
  PairVerdict,
  StatementJudge,
  TextPair,
} from '../../ports/pair-judge.js';
import type { NearPair } from '../retrieval/near-pair.js';
import type { ComparedText } from './compared-text.js';

/** Two texts by their places, what was found of them, and how surely, where the one who judged said that. */
export type JudgedPair = { a: number; b: number; confidence: number | null } & (
  | { kind: 'conflict'; verdict: Contradiction }
  | { kind: 'duplicate'; verdict: PairVerdict }
);

/** Two texts by their places, as a judge is asked about them. */
export interface PlacedPair extends TextPair {
  places: Pick<NearPair, 'a' | 'b'>;
  /** Both decide something: facts and the like record what is or was. */
  decides: boolean;
}

export interface OpenPair {
  pair: PlacedPair;
  why: string;
}

/** Of a pair, whose first place comes first. */
export function keyOf({ a, b }: Pick<NearPair, 'a' | 'b'>): string {
  return `${a}/${b}`;
}

/** Texts whose words are kept at a time; each takes about 8 kB. */
const KEPT_READINGS = 12_000;

/** What stands between these texts: a judge keeps what it read of a text as long as it is given the same object. */
export function pairsOf(texts: readonly ComparedText[]): (near: NearPair) => PlacedPair {
  const kept = new Map<number, JudgedText>();
  function textAt(place: number): JudgedText {
    let reading = kept.get(place);
    if (reading === undefined) {
      reading = { text: texts[place]!.text };
      kept.set(place, reading);
      if (kept.size > KEPT_READINGS) kept.delete(kept.keys().next().value!);
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
 * What a judge finds of these pairs, and what it leaves open. Each is asked whether one contradicts the other where `mayConflict` says
 * so, and what does not contradict whether it says the same.
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
  const asked = pairs.filter(mayConflict);
  for (const [at, verdict] of (await judge.contradiction(asked, options)).entries()) {
    const pair = asked[at]!;
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
