import type { StatementThresholds } from '../embedding/calibration/calibration.js';
import type {
  ContradictionVerdict,
  JudgedText,
  JudgeOptions,
  PairVerdict,
  StatementJudge,
  TextPair,
} from '../judge/pair-judge.js';
import { BY_RULES } from '../relations/relation.js';
import type { Difference } from './compare-texts.js';
import { judgeStatements, judgeUnknownLanguage, type StatementVerdict } from './judge-statements.js';
import { lookEnglish } from './language.js';
import { type ReadText, readText } from './read-text.js';

const NO = { by: BY_RULES, answer: 'no', confidence: 0, evidence: [] } as const;
const CONFIDENCE = 0.9;

/**
 * Creates the judge that decides by words alone. Without thresholds, the cosines of the embedding model have no known
 * meaning: then only equal words make a duplicate.
 */
export function createRuleJudge(thresholds: StatementThresholds | null): StatementJudge {
  const known = new WeakMap<JudgedText, ReadText>();
  function read(judged: JudgedText): ReadText {
    const tokens = known.get(judged) ?? readText(judged.text);
    known.set(judged, tokens);
    return tokens;
  }

  function judge({ a, b, cosine }: TextPair): StatementVerdict {
    const verdict = lookEnglish(read(a), read(b))
      ? judgeStatements(read(a), read(b))
      : judgeUnknownLanguage(a.text, b.text, read(a), read(b));
    if (verdict.kind === 'open' || (verdict.kind === 'duplicate' && verdict.isSameWording)) return verdict;
    const lowest = thresholds === null ? Number.POSITIVE_INFINITY : lowestCosine(verdict, thresholds);
    return cosine >= lowest ? verdict : { kind: 'open', differences: [] };
  }

  function open(differences: readonly Difference[]): PairVerdict & { answer: 'open' } {
    const [first] = differences;
    const known = first === undefined ? 'their words are too different to tell' : describe(first);
    const why = thresholds === null ? 'this embedding model has no calibration' : known;
    return { by: BY_RULES, answer: 'open', confidence: 0, evidence: [why] };
  }

  return {
    contradiction: (pairs, options) =>
      oneByOne(pairs, options, (pair): ContradictionVerdict => {
        const verdict = judge(pair);
        if (verdict.kind === 'open') return open(verdict.differences);
        if (verdict.kind === 'duplicate') return NO;
        const { reason, difference } = verdict;
        const evidence = [describe(difference)];
        return { by: BY_RULES, answer: 'yes', confidence: CONFIDENCE, evidence, reason };
      }),
    sameStatement: (pairs, options) =>
      oneByOne(pairs, options, (pair): PairVerdict => {
        const verdict = judge(pair);
        if (verdict.kind === 'open') return open(verdict.differences);
        if (verdict.kind === 'conflict') return NO;
        return verdict.isSameWording
          ? { by: BY_RULES, answer: 'yes', confidence: 1, evidence: ['the same words'] }
          : {
              by: BY_RULES,
              answer: 'yes',
              confidence: CONFIDENCE,
              evidence: ['the same words in another form'],
            };
      }),
  };
}

function lowestCosine(
  verdict: Exclude<StatementVerdict, { kind: 'open' }>,
  { candidateCosine, duplicateCosine, valueCosine }: StatementThresholds,
): number {
  if (verdict.kind === 'duplicate') return duplicateCosine;
  return verdict.reason === 'value' || verdict.reason === 'choice' ? valueCosine : candidateCosine;
}

/** Describes a difference in one line, for people. */
export function describe({ kind, left, right }: Difference): string {
  return `${kind}: '${left}' against '${right}'`;
}

async function oneByOne<Verdict>(
  pairs: readonly TextPair[],
  { signal, between }: JudgeOptions = {},
  judge: (pair: TextPair) => Verdict,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const pair of pairs) {
    signal?.throwIfAborted();
    verdicts.push(judge(pair));
    const rest = between?.();
    if (rest !== undefined) await rest;
  }
  return verdicts;
}
