import type { RuleReason } from '../../ports/pair-judge.js';
import type { StatementThresholds } from '../calibration/calibration.js';
import type { Word } from '../meaning/word.js';
import { compareTopics, differingChoices, isVerbAt, type TopicComparison } from './compare-topics.js';
import { compareValues } from './compare-values.js';
import { oppositions } from './opposites.js';
import { areReversed } from './order.js';
import { mayMeet, type Statement } from './read-statement.js';
import { sameSlot } from './slots.js';
import { supersededWords } from './superseded.js';
import type { Value } from './value.js';
import type { Conflict } from './verdict.js';

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
  /\b(?:max(?:imum)?|at most|up to|limit(?:s|ed)?|cap(?:ped)?|no more than)\b/i,
  /\b(?:min(?:imum)?|at least|no less than)\b/i,
  /\b(?:average|mean|median)\b/i,
];
const CLAUSE_END = /[,;:()–—]|\s-\s/;

/**
 * Whether two statements cannot both hold. `cosine` is of the statements themselves; null where they are parts of longer
 * texts and it is not known.
 */
export function judgeStatements(
  a: Statement,
  b: Statement,
  cosine: number | null,
  lowest: StatementThresholds['conflictCosine'],
): Conflict | null {
  const verdict = (reason: RuleReason, evidence: string[], loose = 0): Conflict | null => {
    if (cosine !== null && cosine < lowest[reason]) return null;
    return { reason, confidence: SURE[reason] - 0.08 * loose, evidence };
  };
  if (a.isTalk || b.isTalk || !mayMeet(a, b)) return null;
  const superseded = supersededWords(a, b) ?? supersededWords(b, a);
  if (superseded !== null) {
    return verdict('superseded', [`'${superseded}' was replaced: '${a.text}' against '${b.text}'`]);
  }
  if (a.scopes.join() !== b.scopes.join()) return null;

  const choices = differingChoices(a, b);
  const values = compareValues(a, b);
  const opposites = oppositions(a, b);
  const isDenied = a.isDenied !== b.isDenied;
  const topics = compareTopics(a, b, { choices, oppositions: opposites });
  if (cosine === null) {
    // Without the cosine of the statements more of their words have to meet.
    const hasValue = choices.length + values.differing.length > 0;
    if (topics.sharedThings < (hasValue ? 1 : 2)) return null;
  }
  const loose = topics.onlyA.length + topics.onlyB.length;
  // Two differences that turn a statement round twice agree again: "use X", "do not use Y".
  const turns =
    Number(isDenied) + opposites.length + Number(choices.length > 0) + Number(values.differing.length > 0);

  const isSame =
    topics.shared > 0 && !topics.verbsDiffer && (topics.onlyA.length === 0 || topics.onlyB.length === 0);
  if (turns === 0) {
    const reversed = isSame && loose === 0 && a.isDenied === b.isDenied ? areReversed(a, b) : null;
    if (reversed !== null) return verdict('order', [`in the other order: '${a.text}' against '${b.text}'`]);
    const slot = values.onlyA.length + values.onlyB.length === 0 && !isDenied ? sameSlot(a, b, topics) : null;
    return slot === null ? null : verdict('choice', [`'${slot[0]}' against '${slot[1]}'`]);
  }
  if (turns > 1 || choices.length > 1) return null;
  if (choices.length === 1) {
    const { a: one, b: other, kind } = choices[0]!;
    if (!isSame && !(kind.isExclusive && loose === 0 && !topics.verbsDiffer)) return null;
    if (topics.isNarrowed || loose > 1) return null;
    const names = [phrase(a, one.at, one.at), phrase(b, other.at, other.at)] as const;
    return verdict('tool', [`${kind.name}: '${names[0]}' against '${names[1]}'`], loose);
  }
  if (!isSame || topics.isNarrowed || loose > allowance(topics)) return null;
  if (values.differing.length > 0) {
    if ((values.equal > 0 && values.differing.length > 1) || areOtherLimits(a, b)) return null;
    const evidence = values.differing.map(([one, other]) => valueEvidence(a, one, b, other));
    return verdict('value', evidence, loose);
  }
  if (isDenied) {
    if (values.onlyA.length + values.onlyB.length > 0 || isPermission(a, b) || isPermission(b, a))
      return null;
    const denied = a.isDenied ? a : b;
    if (cosine === null && loose > 0) return null;
    if (!isDeniedOfShared(denied, denied === a ? b : a)) return null;
    return verdict('negation', [`'${(denied === a ? b : a).text}' against '${denied.text}'`], loose);
  }
  const [pair] = opposites;
  if (pair === undefined || (isModifier(a, pair.a) && isModifier(b, pair.b))) return null;
  return verdict('antonym', [`'${phrase(a, pair.a, pair.a)}' against '${phrase(b, pair.b, pair.b)}'`], loose);
}

/** How many topics one side may name alone. */
function allowance({ shared }: TopicComparison): number {
  return shared > 1 ? 1 : 0;
}

/** Whether a negation stands in a clause with at least half of what both speak of: "I won't quit - your words help". */
function isDeniedOfShared(denied: Statement, other: Statement): boolean {
  const { words, topics, choices, text, negations, topicKeys } = denied;
  const shared = topics.filter((_, at) => topicKeys[at]!.some((key) => other.keys.has(key)));
  for (const { at } of choices) shared.push(at);
  const isBreak = (at: number): boolean =>
    CLAUSE_END.test(text.slice(words[at]!.end, words[at + 1]?.start ?? text.length));
  return negations.some((negation) => {
    let first = negation;
    while (first > 0 && !isBreak(first - 1)) first--;
    let last = negation;
    while (last < words.length - 1 && !isBreak(last)) last++;
    const inClause = shared.filter((at) => at >= first && at <= last);
    return inClause.length * 2 >= shared.length;
  });
}

/** A default, a maximum and a minimum of one thing are three values. */
function areOtherLimits(a: Statement, b: Statement): boolean {
  const [one, other] = [
    LIMITS.findIndex((limit) => limit.test(a.text)),
    LIMITS.findIndex((limit) => limit.test(b.text)),
  ];
  return one !== other && one !== -1 && other !== -1;
}

/** "may" and "need not" hold together. */
function isPermission(a: Statement, b: Statement): boolean {
  return (
    /\b(?:may|can|could|might)\b/i.test(a.text) &&
    /\bneed(?:s)?(?: not|n't)\b|\bnot need|\boptional\b/i.test(b.text)
  );
}

/**
 * "Public functions need ..." and "private functions need ..." speak of two things: an opposite that only narrows what a
 * sentence is about decides nothing, unless the sentence gives a place that one thing only has.
 */
function isModifier({ words, text }: Statement, at: number): boolean {
  if (/\b(?:first|last|default|precedence|priority|wins?)\b/i.test(text)) return false;
  const opens = words.slice(0, at).every(({ isContent }) => !isContent);
  const narrows = words[at + 1]?.isContent === true && !isFiniteVerb(words, at + 1);
  const states =
    text.includes(':', words[at]!.end) || words.some((_, place) => place > at && isFiniteVerb(words, place));
  return (opens || narrows) && states;
}

/** Whether a word is the verb of a whole sentence rather than of an instruction. */
function isFiniteVerb(words: readonly Word[], at: number): boolean {
  return FINITE.test(words[at]!.text) || isVerbAt(words, at);
}

function phrase({ text, words }: Statement, first: number, last: number): string {
  return text.slice(words[first]!.start, words[last]!.end);
}

function valueEvidence(a: Statement, one: Value, b: Statement, other: Value): string {
  return `${one.dimension}: '${phrase(a, one.first, one.last)}' against '${phrase(b, other.first, other.last)}'`;
}
