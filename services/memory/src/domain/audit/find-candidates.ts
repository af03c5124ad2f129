import { CANDIDATE_COSINE, DUPLICATE_COSINE, type JudgedText, judgeReadily } from '../judging/judge-pair.js';
import type { NearPair, NearPairsOptions } from '../retrieval/near-pair.js';
import type { ComparedText } from './compared-text.js';
import type { PairJudge } from './judge-pairs.js';
import type { Pacer } from './pacer.js';

/**
 * Nearest neighbours that are looked at, of a text that decides and of any other. A store full of one template has
 * thousands of them; a duplicate is among the very nearest, a contradiction may be further off.
 */
const DECIDING_NEIGHBOURS = 48;
const OTHER_NEIGHBOURS = 12;
/** Pairs of vectors, about 17 ns each: all pairs of 50,000 memories. */
const MAX_COMPARISONS = 1.25e9;
/** Texts whose words are kept at a time; each takes about 8 kB. */
const KEPT_READINGS = 12_000;

/**
 * Judges each pair of near texts by its words, and leaves to `judge` those that need their vectors; resolves to what was
 * left out. `nearPairs` finds the places of near texts; those that decide come first among them.
 */
export async function findCandidates(
  texts: readonly ComparedText[],
  nearPairs: (options: NearPairsOptions) => AsyncIterable<readonly NearPair[]>,
  judge: PairJudge,
  pacer: Pacer,
  progress: (done: number, total: number) => void,
): Promise<string[]> {
  const notes: string[] = [];
  const all = (texts.length * (texts.length - 1)) / 2;
  const places = all <= MAX_COMPARISONS ? texts.length : Math.floor(MAX_COMPARISONS / texts.length);
  if (places < texts.length) {
    notes.push(
      `Of ${texts.length} texts, ${places} (decisions and preferences first, then the newest) were compared with all; pairs among the rest were not looked at`,
    );
  }
  const readings = createReadings(texts);
  const scan = nearPairs({
    minimum: DUPLICATE_COSINE,
    selected: texts.filter(({ decides }) => decides).length,
    minimumSelected: CANDIDATE_COSINE,
    perPlace: OTHER_NEIGHBOURS,
    perSelectedPlace: DECIDING_NEIGHBOURS,
    places,
  });
  let done = 0;
  let leftOut = 0;
  for await (const near of scan) {
    for (const pair of near) {
      if (mayPair(texts[pair.a]!, texts[pair.b]!)) {
        const verdict = judgeReadily(readings(pair.a), readings(pair.b), pair.cosine);
        if (verdict !== null) judge.note(pair, verdict);
        else if (!judge.take(pair)) leftOut++;
      }
      if (pacer.due) await pacer.rest();
    }
    progress(++done, places);
    if (pacer.due) await pacer.rest();
  }
  if (leftOut > 0) notes.push(`${leftOut} pairs that look alike were not compared word by word`);
  return notes;
}

/** Config files take part in conflicts only: with memories, other files, and what stands under the same headings. */
function mayPair(a: ComparedText, b: ComparedText): boolean {
  if (a.place !== null && b.place !== null && a.place.path === b.place.path) {
    return a.place.headings.join('\n') === b.place.headings.join('\n');
  }
  // What was said in one conversation is no duplicate; two decisions of it may still contradict one another.
  return a.conversation === null || a.conversation !== b.conversation || (a.decides && b.decides);
}

/** The judges keep what they read of a text as long as they are given the same object. */
function createReadings(texts: readonly ComparedText[]): (place: number) => JudgedText {
  const kept = new Map<number, JudgedText>();
  return (place) => {
    let reading = kept.get(place);
    if (reading === undefined) {
      reading = { text: texts[place]!.text, type: texts[place]!.type };
      kept.set(place, reading);
      if (kept.size > KEPT_READINGS) kept.delete(kept.keys().next().value!);
    }
    return reading;
  };
}
