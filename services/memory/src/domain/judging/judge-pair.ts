import type {
  ContradictionVerdict,
  JudgedText,
  PairVerdict,
  TextPair,
  Unsigned,
} from '../../ports/pair-judge.js';
import type { StatementThresholds, WordCalibration } from '../calibration/calibration.js';
import { type Lexicon, shippedLexicon } from '../lexicon/lexicon.js';
import type { DescribedText } from '../meaning/describe-text.js';
import { contradictedEvent, isEvent } from './events.js';
import { judgeDuplicate } from './judge-duplicate.js';
import { type Conflict, judgeStatements } from './judge-statements.js';
import { readStatement, type Statement } from './read-statement.js';
import { rejectedWords } from './rejections.js';
import { splitStatements } from './split-statements.js';

/** Statements of two long memories that are compared at most; further ones are not judged. */
const MAX_STATEMENT_PAIRS = 900;

const NO = { answer: 'no', confidence: 0, evidence: [] } as const;
const OPEN = {
  answer: 'open',
  confidence: 0,
  evidence: ['their words alone do not tell whether both can hold'],
} as const;
const OPEN_WHETHER_SAME = {
  answer: 'open',
  confidence: 0,
  evidence: ['their words alone do not tell whether they say the same'],
} as const;

/**
 * Whether two texts contradict one another, by their words and their cosine, in a few microseconds; null where the words have
 * to be compared by their vectors (two sentences about events, one of them denied).
 */
export function judgeContradiction(
  { a, b, cosine }: TextPair,
  thresholds: StatementThresholds,
  lexicon: Lexicon = shippedLexicon,
): Unsigned<ContradictionVerdict> | null {
  if (a.text === b.text) return NO;
  if (cosine < thresholds.candidateCosine) return OPEN;
  const [one, other] = inOrder(a, b, lexicon);
  const isPlain = one.statements.length === 1 && other.statements.length === 1;
  if (isPlain && (one.isEvent || other.isEvent)) return one.isNegated === other.isNegated ? OPEN : null;
  const conflict = findConflict(one.statements, other.statements, isPlain ? cosine : null, thresholds);
  if (conflict === 'apart') return isPlain ? NO : OPEN;
  if (conflict === null) return OPEN;
  const replaced =
    conflict.reason === 'superseded' ? replacedOf(readingOf(a, lexicon), readingOf(b, lexicon)) : [];
  return { answer: 'yes', ...conflict, replaced };
}

/** The same of the pairs that need the vectors of their words. */
export function judgeEvents(
  a: DescribedText,
  b: DescribedText,
  { event }: WordCalibration,
): Unsigned<ContradictionVerdict> {
  const confidence = contradictedEvent(a, b, event);
  if (confidence === 0) return OPEN;
  const quoted = [a.text, b.text].sort().map((text) => `'${text}'`);
  return {
    answer: 'yes',
    reason: 'negation',
    confidence,
    evidence: [quoted.join(' against ')],
    replaced: [],
  };
}

/** Whether every statement of one text is said by the other. */
export function judgeSameStatement(
  { a, b, cosine }: TextPair,
  { duplicateCosine }: StatementThresholds,
  lexicon: Lexicon = shippedLexicon,
): Unsigned<PairVerdict> {
  if (a.text === b.text) return { answer: 'yes', confidence: 1, evidence: ['the same text'] };
  if (cosine < duplicateCosine) return OPEN_WHETHER_SAME;
  const [one, other] = inOrder(a, b, lexicon);
  const same = findDuplicate(one, other);
  if (same === null) return OPEN_WHETHER_SAME;
  return same === false ? NO : { answer: 'yes', confidence: cosine, evidence: [same] };
}

interface JudgeCalibration {
  readonly text: string;
  readonly statements: readonly Statement[];
  /** One sentence that tells what is happening. */
  readonly isEvent: boolean;
  /** The same, with a negation in it, whatever that denies. */
  readonly isNegated: boolean;
}

/** Kept with the object, by lexicon. */
const judgeCalibrations = new WeakMap<Lexicon, WeakMap<JudgedText, JudgeCalibration>>();

function readingOf(judged: JudgedText, lexicon: Lexicon): JudgeCalibration {
  const known = judgeCalibrations.get(lexicon) ?? new WeakMap<JudgedText, JudgeCalibration>();
  judgeCalibrations.set(lexicon, known);
  const reading = known.get(judged) ?? readText(judged.text, lexicon);
  known.set(judged, reading);
  return reading;
}

function readText(text: string, lexicon: Lexicon): JudgeCalibration {
  const statements = splitStatements(text).map((span) => readStatement(span.text, span.headings, lexicon));
  const alone = statements.length === 1 ? statements[0]!.words : [];
  return { text, statements, isEvent: isEvent(alone), isNegated: alone.some(({ isNegation }) => isNegation) };
}

/** One order for both ways round, so that verdict and evidence are the same. */
function inOrder(
  a: JudgedText,
  b: JudgedText,
  lexicon: Lexicon,
): readonly [JudgeCalibration, JudgeCalibration] {
  const [one, other] = [readingOf(a, lexicon), readingOf(b, lexicon)];
  return one.text <= other.text ? [one, other] : [other, one];
}

/** The surest conflict of a statement of one with a statement of the other; `apart` where all of them are. */
function findConflict(
  a: readonly Statement[],
  b: readonly Statement[],
  cosine: number | null,
  { conflictCosine }: StatementThresholds,
): Conflict | 'apart' | null {
  let surest: Conflict | 'apart' | null = a.length * b.length === 0 ? null : 'apart';
  let left = MAX_STATEMENT_PAIRS;
  for (const one of a) {
    for (const other of b) {
      if (left-- === 0) return surest;
      const found = judgeStatements(one, other, cosine, conflictCosine);
      if (found === null && surest === 'apart') surest = null;
      if (found === null || found === 'apart') continue;
      if (surest === null || surest === 'apart' || found.confidence > surest.confidence) surest = found;
    }
  }
  return surest;
}

function replacedOf(a: JudgeCalibration, b: JudgeCalibration): ('a' | 'b')[] {
  const declares = (change: JudgeCalibration, old: JudgeCalibration): boolean =>
    change.statements.some((now) => old.statements.some((then) => rejectedWords(now, then) !== null));
  return [...(declares(b, a) ? (['a'] as const) : []), ...(declares(a, b) ? (['b'] as const) : [])];
}

/** What says that every statement of one is said by the other; false where it is shown that one is not. */
function findDuplicate(a: JudgeCalibration, b: JudgeCalibration): string | false | null {
  const isPlain = a.statements.length === 1 && b.statements.length === 1;
  if (a.statements.length !== b.statements.length || a.statements.length === 0) return null;
  const isStrict = (a.isEvent && b.isEvent) || !isPlain;
  const free = new Set(b.statements);
  for (const one of a.statements) {
    let partner: Statement | null = null;
    for (const other of free) {
      const same = judgeDuplicate(one, other, isStrict);
      if (same === false && isPlain) return false;
      if (same !== true) continue;
      partner = other;
      break;
    }
    if (partner === null) return null;
    free.delete(partner);
  }
  return `'${a.statements[0]!.text}' says what '${b.statements[0]!.text}' says`;
}
