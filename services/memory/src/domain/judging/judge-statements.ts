import type { RuleReason } from '../../ports/pair-judge.js';
import type { StatementThresholds } from '../calibration/calibration.js';
import { sharedKind } from '../lexicon/thing.js';
import { type Comparison, compareStatements } from './compare-statements.js';
import { areReversed } from './order.js';
import { mayMeet, nameOf, type Statement } from './read-statement.js';
import { rejectedWords } from './rejections.js';
import { sameSlot } from './slots.js';
import { isVerbAt } from './verb-places.js';

/** What rules found out about two statements. */
export interface Conflict {
  readonly reason: RuleReason;
  /** 0..1: how sure the rule is, less for each word it could not place. */
  readonly confidence: number;
  /** Short sentences that quote what clashes. */
  readonly evidence: readonly string[];
}

/** How sure a rule is before anything is subtracted for words it could not place; set by hand, to order findings. */
const SURE: Readonly<Record<RuleReason, number>> = {
  negation: 0.9,
  antonym: 0.85,
  value: 0.9,
  tool: 0.85,
  choice: 0.75,
  order: 0.9,
  superseded: 0.9,
};

const FINITE =
  /^(?:is|are|was|were|must|should|may|can|will|need|needs|has|have|go|goes|use|uses|require|requires|get|gets|do|does|come|comes)$/;
const LIMITS = [
  /\bdefaults?\b/i,
  /\b(?:max(?:imum)?|at most|up to|limit(?:s|ed)?|cap(?:ped)?|no more than|less than|fewer than|under|below)\b/i,
  /\b(?:min(?:imum)?|at least|no less than|(?<!no )more than|above|or more)\b/i,
  /\b(?:average|mean|median)\b/i,
];
/** Leaves out or lets through a part, so that a negation elsewhere may say the same. */
const EXCEPTIVE =
  /\b(?:only|alone|but|except|unless|besides|apart|whether)\b|(?:\bnot|n['’]t) (?:always|all|every|everyone|necessarily|entirely|fully|yet)\b/i;
/** Of what one likes or learns there may be many. */
const MANY =
  /\b(?:like|likes|love|loves|enjoys?|learn|learns|learning|learned|know|knows|speaks?|stud(?:y|ies))\b/i;
const CLAUSE_END = /[,;:()–—]|\s-\s/;

/**
 * What two statements have against one another: a conflict; `apart` where it is shown that they speak of two things and so both
 * hold; null where words cannot tell. `cosine` is of the statements themselves; null where they are parts of longer texts.
 */
export function judgeStatements(
  a: Statement,
  b: Statement,
  cosine: number | null,
  lowest: StatementThresholds['conflictCosine'],
): Conflict | 'apart' | null {
  if (a.isTalk || b.isTalk) return 'apart';
  if (!mayMeet(a, b)) return null;
  if (a.scope !== b.scope) return areOtherScopes(a, b) ? 'apart' : null;

  const verdict = (reason: RuleReason, evidence: string, loose = 0): Conflict | null => {
    if (cosine !== null && cosine < lowest[reason]) return null;
    return { reason, confidence: SURE[reason] - 0.08 * loose, evidence: [evidence] };
  };
  const rejected = rejectedWords(a, b) ?? rejectedWords(b, a);
  if (rejected !== null) {
    const isChange = a.rejection?.isChange === true || b.rejection?.isChange === true;
    return isChange
      ? verdict('superseded', `'${rejected}' was replaced: ${both(a, b)}`)
      : verdict('choice', `'${rejected}' is rejected: ${both(a, b)}`);
  }
  const found = compareStatements(a, b);
  const { values, choices, opposites, onlyA, onlyB } = found;
  // Without the cosine of the statements more of their words have to meet.
  if (cosine === null && found.sharedThings < (choices.length + values.differing.length > 0 ? 1 : 2))
    return null;
  const isDenied = a.isDenied !== b.isDenied;
  const turns =
    Number(isDenied) + opposites.length + Number(choices.length > 0) + Number(values.differing.length > 0);
  if (turns > 0 && !isDenied && areOtherSubjects(a, b, found)) return 'apart';
  if (a.offersChoice || b.offersChoice) return null;
  // Two differences that turn a statement round twice agree again: "use X", "do not use Y".
  if (turns > 1) return null;

  const loose = onlyA.length + onlyB.length;
  const isSame = found.shared > 0 && !found.verbsDiffer && (onlyA.length === 0 || onlyB.length === 0);
  if (turns === 0) {
    if (isSame && loose === 0 && areReversed(a, b))
      return verdict('order', `in the other order: ${both(a, b)}`);
    const slot = values.alone === 0 && !a.isDenied ? sameSlot(a, b, found) : null;
    return slot === null ? null : verdict('choice', `'${slot[0]}' against '${slot[1]}'`);
  }
  const [choice] = choices;
  if (choice !== undefined) {
    if (MANY.test(a.text) || MANY.test(b.text)) return null;
    if (choices.length > 1 || a.isDenied || values.equal > 0 || found.isNarrowed || loose > 1) return null;
    if (!isSame && !(choice.kind.isExclusive && loose === 0 && !found.verbsDiffer)) return null;
    return verdict(
      'tool',
      `${choice.kind.name}: '${said(a, choice.a)}' against '${said(b, choice.b)}'`,
      loose,
    );
  }
  // One side may name one topic alone, where they share more.
  if (!isSame || found.isNarrowed || loose > (found.shared > 1 ? 1 : 0)) return null;
  const [value] = values.differing;
  if (value !== undefined) {
    if (values.differing.length > 1 && (values.equal > 0 || loose > 0)) return null;
    if (areOtherLimits(a, b)) return null;
    const [one, other] = value;
    const words = `'${said(a, one.first, one.last)}' against '${said(b, other.first, other.last)}'`;
    return verdict('value', `${one.dimension}: ${words}`, loose);
  }
  if (values.alone > 0) return null;
  if (isDenied) {
    const [denied, other] = a.isDenied ? [a, b] : [b, a];
    if (denied.endings !== other.endings || EXCEPTIVE.test(a.text) || EXCEPTIVE.test(b.text)) return null;
    if ((cosine === null && loose > 0) || !isDeniedOfShared(denied, other)) return null;
    return verdict('negation', `'${other.text}' against '${denied.text}'`, loose);
  }
  const [pair] = opposites;
  if (pair === undefined || (isModifier(a, pair[0]) && isModifier(b, pair[1]))) return null;
  return verdict('antonym', `'${said(a, pair[0])}' against '${said(b, pair[1])}'`, loose);
}

/** Both hold somewhere or of something, and these are not the same: production and staging, step 2 and step 3. */
function areOtherScopes(a: Statement, b: Statement): boolean {
  const kindOf = (scope: string): string => scope.slice(0, scope.indexOf(' '));
  return a.scopes.some((scope) => {
    // Of one thing two dates may be told, and one of them wrongly.
    if (/^(?:date|weekday|clock|time|at) /.test(scope) || b.scopes.includes(scope)) return false;
    return b.scopes.some((other) => kindOf(other) === kindOf(scope) && !a.scopes.includes(other));
  });
}

/** Another value, said of another name: "Anna prefers tea" and "Ben prefers coffee". */
function areOtherSubjects(a: Statement, b: Statement, { onlyA, onlyB, shared }: Comparison): boolean {
  if (shared === 0) return false;
  return onlyA.some((at) =>
    onlyB.some((place) => {
      const [one, other] = [a.words[at]!, b.words[place]!];
      return (one.isName && other.isName) || sharedKind(one.thing, other.thing)?.role === 'thing';
    }),
  );
}

/** Whether a negation stands in a clause with at least half of what both speak of: "I won't quit - your words help". */
function isDeniedOfShared({ words, topics, choices, text, negations }: Statement, other: Statement): boolean {
  const shared = [...topics, ...choices].filter(
    (at) => other.keys.has(nameOf(words[at]!)) || words[at]!.groups.some((group) => other.keys.has(group)),
  );
  const isBreak = (at: number): boolean =>
    CLAUSE_END.test(text.slice(words[at]!.end, words[at + 1]?.start ?? text.length));
  return negations.some((negation) => {
    let first = negation;
    while (first > 0 && !isBreak(first - 1)) first--;
    let last = negation;
    while (last < words.length - 1 && !isBreak(last)) last++;
    return shared.filter((at) => at >= first && at <= last).length * 2 >= shared.length;
  });
}

/** A default, a maximum and a minimum of one thing are three values. */
function areOtherLimits(a: Statement, b: Statement): boolean {
  const [one, other] = [a, b].map(({ text }) => LIMITS.findIndex((limit) => limit.test(text)));
  return one !== other && one !== -1 && other !== -1;
}

/**
 * "Public functions need ..." and "private functions need ..." speak of two things: an opposite that only narrows what a
 * sentence is about decides nothing, unless the sentence gives a place that one thing only has.
 */
function isModifier({ words, text }: Statement, at: number): boolean {
  if (/\b(?:first|last|default|precedence|priority|wins?)\b/i.test(text)) return false;
  const isFiniteAt = (place: number): boolean => FINITE.test(words[place]!.text) || isVerbAt(words, place);
  const opens = words.slice(0, at).every(({ isContent }) => !isContent);
  const narrows = words[at + 1]?.isContent === true && !isFiniteAt(at + 1);
  const states =
    text.includes(':', words[at]!.end) || words.some((_, place) => place > at && isFiniteAt(place));
  return (opens || narrows) && states;
}

function both(a: Statement, b: Statement): string {
  return `'${a.text}' against '${b.text}'`;
}

/** The words from one place to another, as they are written. */
function said({ text, words }: Statement, first: number, last = first): string {
  return text.slice(words[first]!.start, words[last]!.end);
}
