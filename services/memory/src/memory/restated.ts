import { embedWithRetry } from '../embedding/embed-patiently.js';
import { dot } from '../embedding/vector-math.js';
import { createJudgeBudget } from '../judge/judge-budget.js';
import type { PairVerdict, TextPair } from '../judge/pair-judge.js';
import { denies } from '../text-comparison/compare-texts.js';
import type { MemoryDependencies } from './memory-dependencies.js';
import { type Sentence, sentenceKeys, sentencesToMerge } from './merge-content.js';

/** A sentence that a merge omits because a remaining sentence has the same meaning in other words. */
export interface RedundantSentence {
  key: string;
  sentence: string;
  saidBy: string;
  judgedBy: string;
  confidence: number;
}

/** The caller of the merge waits for the judgements. */
const BUDGET = { pairs: 20, seconds: 20 };
/** Texts with more sentences are merged without this check. */
const MAX_SENTENCES = 100;
/** Characters per sentence that are embedded. Judges receive no longer texts either. */
const EMBEDDED = 2_000;
/** The model is not called for sentences with a lower cosine, which hardly ever mean the same. */
const LOWEST_COSINE = 0.6;

/**
 * Returns the sentences of the texts after the first that can be omitted because a model judged that no
 * information is lost. Rules never decide this. There are none if no model is configured or if it is
 * unavailable or unsure. The remaining sentence must contain all numbers and names of the sentence and deny
 * something exactly if the sentence does, and the rules may not find a conflict.
 */
export async function findRedundant(
  { quickJudge, modelJudge, embedder }: Pick<MemoryDependencies, 'quickJudge' | 'modelJudge' | 'embedder'>,
  contents: readonly string[],
): Promise<RedundantSentence[]> {
  if (modelJudge === null) return [];
  const { base: kept, added } = sentencesToMerge(contents);
  if (added.length === 0 || kept.length + added.length > MAX_SENTENCES) return [];
  const texts = [...kept, ...added].map(({ text }) => text.trim());
  const vectors = await embedWithRetry(() => embedder.embed(texts.map((text) => text.slice(0, EMBEDDED))));
  const placed = texts.map((text, at) => ({ text, vector: vectors[at]![0]! }));
  const staying = placed.slice(0, kept.length);
  const budget = createJudgeBudget(BUDGET);
  const restated: RedundantSentence[] = [];

  /** Null if the model is unavailable, or if the rules find that only one of them can hold. */
  async function statedBy(pair: TextPair): Promise<PairVerdict | null> {
    const [clash] = await quickJudge.contradiction([pair]);
    if (clash!.answer === 'yes') return null;
    const [verdict] = await modelJudge!.sameStatement([pair], { budget }).catch(() => [null]);
    return verdict ?? null;
  }

  for (const [at, { key }] of added.entries()) {
    const sentence = placed[kept.length + at]!;
    const nearest = nearestOf(sentence, staying);
    const isQuestion =
      nearest !== null && !budget.isSpent() && keepsWhatIsOverlooked(sentence.text, nearest.text);
    const verdict = isQuestion ? await statedBy({ a: sentence, b: nearest, cosine: nearest.cosine }) : null;
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

/** Removes sentences that were added back because their line would be read differently alone. */
export function stillLeftOut(restated: readonly RedundantSentence[], content: string): RedundantSentence[] {
  const sentences = sentenceKeys(content);
  return restated.filter(({ key }) => !sentences.has(key));
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
 * Returns whether names, numbers and negation are the same: models overlook them most often, and they would
 * be lost. A capitalised first word is not counted as a name.
 */
function keepsWhatIsOverlooked(sentence: string, other: string): boolean {
  if (denies(sentence) !== denies(other)) return false;
  const words = wordsOf(other.toLowerCase());
  return wordsOf(sentence).every(
    (word, at) =>
      !(/\p{N}/u.test(word) || (at > 0 && /^\p{Lu}/u.test(word))) || words.includes(word.toLowerCase()),
  );
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}
