import type { StatementThresholds } from '../calibration/calibration.js';
import type { NearPair, NearPairsOptions } from '../retrieval/near-pair.js';
import type { ComparedText } from './compared-text.js';
import type { Judging } from './judge-pairs.js';
import type { Pacer } from './pacer.js';

/**
 * Nearest neighbours that are looked at, of a text that decides and of any other. A store full of one template has
 * thousands of them; a duplicate is among the very nearest, a contradiction may be further off.
 */
const DECIDING_NEIGHBOURS = 48;
const OTHER_NEIGHBOURS = 12;
/** Of each text, to have five that may be listed as undecided. */
const NEAREST = 8;
/** Pairs of vectors, about 19 ns each: all pairs of 50,000 memories. */
const MAX_COMPARISONS = 1.25e9;

/**
 * Has each pair of near texts judged; resolves to the nearest memories of each, which may be less near, and to what was left out.
 * `nearPairs` finds the places of near texts; those that decide come first among them.
 */
export async function findCandidates(
  texts: readonly ComparedText[],
  nearPairs: (options: NearPairsOptions) => AsyncIterable<readonly NearPair[]>,
  thresholds: Pick<StatementThresholds, 'candidateCosine' | 'duplicateCosine' | 'undecidedCosine'>,
  judging: Judging,
  pacer: Pacer,
  progress: (done: number, total: number) => void,
): Promise<{ nearest: NearPair[]; notes: string[] }> {
  const notes: string[] = [];
  const all = (texts.length * (texts.length - 1)) / 2;
  const places = all <= MAX_COMPARISONS ? texts.length : Math.floor(MAX_COMPARISONS / texts.length);
  if (places < texts.length) {
    notes.push(
      `Of ${texts.length} texts, ${places} (decisions and preferences first, then the newest) were compared with all; pairs among the rest were not looked at`,
    );
  }
  const scan = nearPairs({
    minimum: thresholds.duplicateCosine,
    selected: texts.filter(({ decides }) => decides).length,
    minimumSelected: thresholds.candidateCosine,
    perPlace: OTHER_NEIGHBOURS,
    perSelectedPlace: DECIDING_NEIGHBOURS,
    places,
    nearest: { perPlace: NEAREST, above: thresholds.undecidedCosine },
  });
  const nearest: NearPair[] = [];
  let done = 0;
  for await (const near of scan) {
    const pairs = near.filter(({ a, b }) => mayPair(texts[a]!, texts[b]!));
    if (done < places) {
      await judging.take(pairs);
      progress(++done, places);
    } else {
      nearest.push(...pairs.filter(({ a, b }) => texts[a]!.place === null && texts[b]!.place === null));
    }
    if (pacer.due) await pacer.rest();
  }
  return { nearest, notes };
}

/** Config files take part in conflicts only: with memories, other files, and what stands under the same headings. */
function mayPair(a: ComparedText, b: ComparedText): boolean {
  if (a.place !== null && b.place !== null && a.place.path === b.place.path) {
    return a.place.headings.join('\n') === b.place.headings.join('\n');
  }
  // What was said in one conversation is no duplicate; two decisions of it may still contradict one another.
  return a.conversation === null || a.conversation !== b.conversation || (a.decides && b.decides);
}
