import type {
  ContradictionVerdict,
  JudgedText,
  PairVerdict,
  TextPair,
  Unsigned,
} from '../../ports/pair-judge.js';
import type { StatementThresholds } from '../calibration/calibration.js';
import { type Lexicon, shippedLexicon } from '../lexicon/lexicon.js';
import type { DescribedText } from '../meaning/describe-text.js';
import { contradictedEvent, isEvent } from './events.js';
import { judgeDuplicate } from './judge-duplicate.js';
import { judgeStatements } from './judge-statements.js';
import { readStatement, type Statement } from './read-statement.js';
import { splitStatements } from './split-statements.js';
import { supersededWords } from './superseded.js';
import type { Conflict, Duplicate } from './verdict.js';

/** Statements of two long memories that are compared at most; further ones are not judged. */
const MAX_STATEMENT_PAIRS = 900;

const NO = { answer: 'no', confidence: 0, evidence: [] } as const;

/**
 * Whether two texts contradict one another, by their words and their cosine, in a few microseconds; null where the words have
 * to be compared by their vectors (two sentences about events, one of them denied).
 */
export function judgeContradiction(
  { a, b, cosine }: TextPair,
  thresholds: StatementThresholds,
  lexicon: Lexicon = shippedLexicon,
): Unsigned<ContradictionVerdict> | null {
  if (cosine < thresholds.candidateCosine || a.text === b.text) return NO;
  const [one, other] = inOrder(a, b, lexicon);
  if (areEvents(one, other)) return one.isNegated === other.isNegated ? NO : null;
  const isPlain = one.statements.length === 1 && other.statements.length === 1;
  const conflict = findConflict(one.statements, other.statements, isPlain ? cosine : null, thresholds);
  if (conflict === null) return NO;
  const replaced =
    conflict.reason === 'superseded' ? replacedOf(readingOf(a, lexicon), readingOf(b, lexicon)) : [];
  return { answer: 'yes', ...conflict, replaced };
}

/** The same of the pairs that need the vectors of their words. */
export function judgeEvents(
  a: DescribedText,
  b: DescribedText,
  thresholds: StatementThresholds,
): Unsigned<ContradictionVerdict> {
  const coverage = contradictedEvent(a, b, thresholds.event);
  if (coverage === 0) return NO;
  const evidence = [a.text, b.text].sort().map((text) => `'${text}'`);
  return {
    answer: 'yes',
    reason: 'negation',
    confidence: coverage,
    evidence: [evidence.join(' against ')],
    replaced: [],
  };
}

/** Whether every statement of one text is said by the other. */
export function judgeSameStatement(
  { a, b, cosine }: TextPair,
  thresholds: StatementThresholds,
  lexicon: Lexicon = shippedLexicon,
): Unsigned<PairVerdict> {
  if (a.text === b.text) return { answer: 'yes', confidence: 1, evidence: ['the same text'] };
  if (cosine < thresholds.duplicateCosine) return NO;
  const [one, other] = inOrder(a, b, lexicon);
  const duplicate = findDuplicate(one, other, cosine);
  return duplicate === null ? NO : { answer: 'yes', ...duplicate };
}

interface Reading {
  readonly text: string;
  readonly statements: readonly Statement[];
  /** One sentence that tells what is happening. */
  readonly isEvent: boolean;
  /** The same, with a negation in it, whatever that denies. */
  readonly isNegated: boolean;
}

const readings = new WeakMap<object, Reading>();

/** Kept with the object. */
function readingOf(judged: JudgedText, lexicon: Lexicon): Reading {
  let reading = readings.get(judged);
  if (reading === undefined) {
    const statements = splitStatements(judged.text).map(({ text, headings }) =>
      readStatement(text, headings, lexicon),
    );
    const [first] = statements;
    const isAlone = statements.length === 1 && first !== undefined;
    reading = {
      text: judged.text,
      statements,
      isEvent: isAlone && isEvent(first.words),
      isNegated: isAlone && first.words.some(({ isNegation }) => isNegation),
    };
    readings.set(judged, reading);
  }
  return reading;
}

/** One order for both ways round, so that verdict and evidence are the same. */
function inOrder(a: JudgedText, b: JudgedText, lexicon: Lexicon): readonly [Reading, Reading] {
  const [one, other] = [readingOf(a, lexicon), readingOf(b, lexicon)];
  return one.text <= other.text ? [one, other] : [other, one];
}

function areEvents(a: Reading, b: Reading): boolean {
  return (a.isEvent || b.isEvent) && a.statements.length === 1 && b.statements.length === 1;
}

/** The surest conflict of a statement of one with a statement of the other. */
function findConflict(
  a: readonly Statement[],
  b: readonly Statement[],
  cosine: number | null,
  { conflictCosine }: StatementThresholds,
): Conflict | null {
  let surest: Conflict | null = null;
  let left = MAX_STATEMENT_PAIRS;
  for (const one of a) {
    for (const other of b) {
      if (left-- === 0) return surest;
      const conflict = judgeStatements(one, other, cosine, conflictCosine);
      if (conflict !== null && (surest === null || conflict.confidence > surest.confidence))
        surest = conflict;
    }
  }
  return surest;
}

function replacedOf(a: Reading, b: Reading): ('a' | 'b')[] {
  const declares = (change: Reading, old: Reading) =>
    change.statements.some((now) => old.statements.some((then) => supersededWords(now, then) !== null));
  return [...(declares(b, a) ? (['a'] as const) : []), ...(declares(a, b) ? (['b'] as const) : [])];
}

/** Every statement of one is said by the other. */
function findDuplicate(a: Reading, b: Reading, cosine: number): Duplicate | null {
  if (a.statements.length !== b.statements.length || a.statements.length === 0) return null;
  const isStrict = (a.isEvent && b.isEvent) || a.statements.length > 1;
  const free = new Set(b.statements);
  let found: Duplicate | null = null;
  for (const one of a.statements) {
    let partner: Statement | null = null;
    for (const other of free) {
      const duplicate = judgeDuplicate(one, other, cosine, isStrict);
      if (duplicate === null) continue;
      partner = other;
      found ??= duplicate;
      break;
    }
    if (partner === null) return null;
    free.delete(partner);
  }
  return found;
}
