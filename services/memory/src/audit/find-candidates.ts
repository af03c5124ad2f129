import type { StatementThresholds } from '../embedding/calibration/calibration.js';
import type { NearPair, NearPairsOptions } from '../search/near-pair.js';
import type { ComparedText } from './compared-text.js';
import type { Judging } from './judge-pairs.js';
import type { Pacer } from './pacer.js';

/**
 * Maximum number of neighbours that are judged for a deciding text and for any other text. A store with many
 * texts of one template has thousands of near neighbours. A duplicate is among the nearest neighbours; a
 * contradiction may be less near.
 */
const DECIDING_NEIGHBOURS = 48;
const OTHER_NEIGHBOURS = 12;
/**
 * Number of nearest texts for each text above the undecided threshold. Five of them can become undecided
 * pairs.
 */
const NEAREST = 8;
/**
 * Maximum number of compared pairs of vectors: all pairs of 50,000 memories, at about 19 ns for each pair.
 */
const MAX_COMPARISONS = 1.25e9;

/**
 * Lets `judging` judge the pairs of near texts. Resolves to the nearest memories of each memory, which may be
 * less near, and to notes about texts that were not compared. `nearPairs` finds pairs of positions in
 * `texts`; deciding texts must be first in `texts`.
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

/**
 * Returns whether two texts can form a pair. Statements of the same config file can do so only under the same
 * headings.
 */
function mayPair(a: ComparedText, b: ComparedText): boolean {
  if (a.place !== null && b.place !== null && a.place.path === b.place.path) {
    return a.place.headings.join('\n') === b.place.headings.join('\n');
  }
  // Memories of one conversation are not duplicates, but two decisions of it can contradict each other.
  return a.conversation === null || a.conversation !== b.conversation || (a.decides && b.decides);
}
