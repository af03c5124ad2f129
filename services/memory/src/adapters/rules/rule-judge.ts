import type { MaybePromise } from '@anima/service/maybe-promise';
import type { Calibration, WordCalibration } from '../../domain/calibration/calibration.js';
import { judgeContradiction, judgeEvents, judgeSameStatement } from '../../domain/judging/judge-pair.js';
import { type Lexicon, shippedLexicon } from '../../domain/lexicon/lexicon.js';
import { type DescribedText, describeText } from '../../domain/meaning/describe-text.js';
import {
  compareQuestions,
  judgeSameQuestion,
  type SameQuestion,
} from '../../domain/meaning/same-question.js';
import { areSameWords } from '../../domain/meaning/same-words.js';
import { type ReadText, readWords } from '../../domain/meaning/words.js';
import { BY_RULES } from '../../domain/relations/relation.js';
import type {
  ContradictionVerdict,
  JudgedText,
  JudgeOptions,
  PairJudge,
  PairVerdict,
  TextPair,
  Unsigned,
} from '../../ports/pair-judge.js';
import type { EmbedOptions } from '../../ports/text-embedder.js';
import type { WordEmbedder, WordVectors } from '../../ports/word-embedder.js';

export interface RuleJudgeOptions {
  /** Of the model that made the cosines. Without one only the very same words are trusted. */
  calibration: Calibration | null;
  /** Without one no inference is made: what needs the vectors of words is left open. */
  words: WordEmbedder | null;
  /** What is known of words; ours alone where none is given. */
  lexicon?: Lexicon;
}

const NO = { answer: 'no', confidence: 0, evidence: [] } as const;
const SAME_WORDS = { answer: 'yes', confidence: 1, evidence: ['the same words'] } as const;
const UNCALIBRATED = open('nothing is known of the cosines of this embedding model');
const WITHOUT_WORDS = {
  ...open('their words would have to be compared by their vectors, which this embedding model does not give'),
  needs: 'words',
} as const;
const TOO_LONG = open('the embedding model does not read so long a text to its end');

/** The rules of domain/meaning and domain/judging: English, no list of them learned from research data. */
export function createRuleJudge({
  calibration,
  words,
  lexicon = shippedLexicon,
}: RuleJudgeOptions): PairJudge {
  /** Dropped with the vectors, which whoever made them keeps. */
  const descriptions = new WeakMap<WordVectors, DescribedText>();
  const readTexts = new WeakMap<JudgedText, ReadText>();

  function read(judged: JudgedText): ReadText {
    const known = readTexts.get(judged);
    if (known !== undefined) return known;
    const { text } = judged;
    const made = { text, words: readWords(text, lexicon) };
    readTexts.set(judged, made);
    return made;
  }

  async function describe(
    { text }: JudgedText,
    { vocabulary }: WordCalibration,
    by: WordEmbedder,
    options: EmbedOptions,
  ) {
    const vectors = await by.embedWords(text, options);
    const described = descriptions.get(vectors) ?? describeText(text, vectors, vocabulary, lexicon);
    descriptions.set(vectors, described);
    return described;
  }

  function sameQuestion(pair: TextPair, options: EmbedOptions): MaybePromise<Unsigned<PairVerdict>> {
    const [left, right] = [read(pair.a), read(pair.b)];
    if (areSameWords(left, right)) return SAME_WORDS;
    if (calibration === null) return UNCALIBRATED;
    // What the words alone tell apart need not be described.
    const settled = compareQuestions(left, right);
    if (settled !== null) return verdictOf(settled);
    return words === null || calibration.words === null
      ? WITHOUT_WORDS
      : compareMeaning(pair, calibration.words, words, options);
  }

  async function compareMeaning(
    { a, b }: TextPair,
    known: WordCalibration,
    by: WordEmbedder,
    options: EmbedOptions,
  ): Promise<Unsigned<PairVerdict>> {
    const one = await describe(a, known, by, options);
    const other = await describe(b, known, by, options);
    if (!one.isWhole || !other.isWhole) return TOO_LONG;
    return verdictOf(judgeSameQuestion(one, other, known));
  }

  function contradiction(
    pair: TextPair,
    options: EmbedOptions,
  ): MaybePromise<Unsigned<ContradictionVerdict>> {
    if (calibration === null) return areSameWords(read(pair.a), read(pair.b)) ? NO : UNCALIBRATED;
    const settled = judgeContradiction(pair, calibration.statements, lexicon);
    if (settled !== null) return settled;
    return words === null || calibration.words === null
      ? WITHOUT_WORDS
      : compareEvents(pair, calibration.words, words, options);
  }

  async function compareEvents(
    { a, b }: TextPair,
    known: WordCalibration,
    by: WordEmbedder,
    options: EmbedOptions,
  ): Promise<Unsigned<ContradictionVerdict>> {
    const one = await describe(a, known, by, options);
    const other = await describe(b, known, by, options);
    return judgeEvents(one, other, known);
  }

  function sameStatement(pair: TextPair): Unsigned<PairVerdict> {
    if (calibration !== null) return judgeSameStatement(pair, calibration.statements, lexicon);
    return areSameWords(read(pair.a), read(pair.b)) ? SAME_WORDS : UNCALIBRATED;
  }

  return {
    sameQuestion: (pairs, options) => oneByOne(pairs, sameQuestion, options),
    sameStatement: (pairs, options) => oneByOne(pairs, sameStatement, options),
    contradiction: (pairs, options) => oneByOne(pairs, contradiction, options),
  };
}

async function oneByOne<Found extends Unsigned<PairVerdict>>(
  pairs: readonly TextPair[],
  judge: (pair: TextPair, options: EmbedOptions) => MaybePromise<Found>,
  options: JudgeOptions = {},
): Promise<(Found & { by: string })[]> {
  const verdicts: (Found & { by: string })[] = [];
  for (const pair of pairs) {
    options.signal?.throwIfAborted();
    // Most are settled by their words: no promise is made for them.
    const judged = judge(pair, options);
    const found = judged instanceof Promise ? await judged : judged;
    verdicts.push({ ...found, by: BY_RULES });
    const rest = options.between?.();
    if (rest !== undefined) await rest;
  }
  return verdicts;
}

function open(why: string): Unsigned<PairVerdict> & { answer: 'open' } {
  return { answer: 'open', confidence: 0, evidence: [why] };
}

/** How sure is sure enough is for whoever asks. */
function verdictOf({ sureness, reasons }: SameQuestion): Unsigned<PairVerdict> {
  if (sureness === 0) return { answer: 'no', confidence: 0, evidence: reasons };
  return { answer: 'yes', confidence: sureness, evidence: reasons };
}
