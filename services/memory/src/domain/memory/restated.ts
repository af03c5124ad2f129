import type { PairVerdict, TextPair } from '../../ports/pair-judge.js';
import { createJudgeBudget } from '../asking/judge-budget.js';
import type { MemoryDependencies } from '../dependencies.js';
import { embedWithRetry } from '../embedding/embed-patiently.js';
import { isNegation } from '../lexicon/words-of-english.js';
import { dot } from '../meaning/dot.js';
import { type Sentence, sentenceKeys, sentencesToMerge } from './merge-content.js';

/** A sentence that a merge leaves out, because another one that stays says it in other words. */
export interface RedundantSentence {
  key: string;
  sentence: string;
  saidBy: string;
  judgedBy: string;
  confidence: number;
}

/** Whoever merges waits for it. */
const BUDGET = { pairs: 20, seconds: 20 };
/** Texts with more of them are merged as they are. */
const MAX_SENTENCES = 100;
/** Characters of a sentence that are embedded: a sentence may be a whole text without an end, and judges are asked about none as long. */
const EMBEDDED = 2_000;
/** Below it hardly two sentences say the same, and a model need not be asked. */
const LOWEST_COSINE = 0.6;

/**
 * What of the texts after the first may be left out, because a model says that nothing is lost: not a rule, and nothing
 * where no model is configured, cannot be asked or is not sure. Numbers and names have to stand in what stays, which denies
 * something where the sentence does, and the rules may not see that both cannot hold.
 */
export async function findRedundant(
  { quickJudge, modelJudge, embedder }: Pick<MemoryDependencies, 'quickJudge' | 'modelJudge' | 'embedder'>,
  contents: readonly string[],
): Promise<RedundantSentence[]> {
  if (modelJudge === null) return [];
  const { kept, added } = sentencesToMerge(contents);
  if (added.length === 0 || kept.length + added.length > MAX_SENTENCES) return [];
  const texts = [...kept, ...added].map(({ text }) => text.trim());
  const vectors = await embedWithRetry(() => embedder.embed(texts.map((text) => text.slice(0, EMBEDDED))));
  const placed = texts.map((text, at) => ({ text, vector: vectors[at]![0]! }));
  const staying = placed.slice(0, kept.length);
  const budget = createJudgeBudget(BUDGET);
  const restated: RedundantSentence[] = [];

  /** Null where the model cannot be asked, and where the rules are sure that both cannot hold. */
  async function isSaidBy(pair: TextPair): Promise<PairVerdict | null> {
    const [clash] = await quickJudge.contradiction([pair]);
    if (clash!.answer === 'yes') return null;
    const [verdict] = await modelJudge!.sameStatement([pair], { budget }).catch(() => [null]);
    return verdict ?? null;
  }

  for (const [at, { key }] of added.entries()) {
    const sentence = placed[kept.length + at]!;
    const nearest = nearestOf(sentence, staying);
    const isAsked =
      nearest !== null && !budget.isSpent() && keepsWhatIsOverlooked(sentence.text, nearest.text);
    const verdict = isAsked ? await isSaidBy({ a: sentence, b: nearest, cosine: nearest.cosine }) : null;
    if (verdict?.answer === 'yes')
      restated.push({
        key,
        sentence: sentence.text,
        saidBy: nearest!.text,
        judgedBy: verdict.by,
        confidence: verdict.confidence,
      });
    else staying.push(sentence);
  }
  return restated;
}

/** Without those that came back because their line would have read otherwise without them. */
export function stillLeftOut(restated: readonly RedundantSentence[], content: string): RedundantSentence[] {
  const said = sentenceKeys(content);
  return restated.filter(({ key }) => !said.has(key));
}

interface PlacedSentence {
  text: Sentence['text'];
  vector: Float32Array;
}

function nearestOf(
  { vector }: PlacedSentence,
  staying: readonly PlacedSentence[],
): (PlacedSentence & { cosine: number }) | null {
  let nearest: (PlacedSentence & { cosine: number }) | null = null;
  for (const each of staying) {
    const cosine = dot(vector, each.vector);
    if (cosine >= (nearest?.cosine ?? LOWEST_COSINE)) nearest = { ...each, cosine };
  }
  return nearest;
}

/**
 * Names, numbers and whether something is denied: what a model overlooks first, and what is lost for good. A capital at the
 * beginning of a sentence is none of a name.
 */
function keepsWhatIsOverlooked(sentence: string, other: string): boolean {
  if (denies(sentence) !== denies(other)) return false;
  const words = wordsOf(other.toLowerCase());
  return wordsOf(sentence).every(
    (word, at) =>
      !(/\p{N}/u.test(word) || (at > 0 && /^\p{Lu}/u.test(word))) || words.includes(word.toLowerCase()),
  );
}

function denies(text: string): boolean {
  const words =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}']+/gu) ?? [];
  return words.some(isNegation);
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}
