import type { RuleReason } from '../judge/pair-judge.js';
import { AUXILIARIES, NEGATIONS, ROLES } from './closed-classes.js';
import {
  compareTexts,
  contentOf,
  type Difference,
  type DifferenceKind,
  differingParts,
  grammarOf,
  isOnePlace,
  isSameWording,
  rolesOf,
  type TextComparison,
} from './compare-texts.js';
import { isLabelNumber } from './label-number.js';
import { exchangedNumber, neutralDifferences } from './neutral-differences.js';
import type { ReadText, Token } from './read-text.js';

/** The relation of two statements, as far as their words alone make it certain. */
export type StatementVerdict =
  | { readonly kind: 'duplicate'; readonly isSameWording: boolean }
  | { readonly kind: 'conflict'; readonly reason: RuleReason; readonly difference: Difference }
  | { readonly kind: 'open'; readonly differences: readonly Difference[] };

/** Fewer shared words do not show that two statements are about one thing. */
const MIN_SHARED = 2;
/** Words of an affirmation that its negation may leave out: who walks the dog in the street walks the dog. */
const MAX_OMITTED = 2;
/** Words of an exchanged name: Google Meet. */
const MAX_NAME_WORDS = 2;

/**
 * Judges two statements that are the same except for one negation, opposite, value, name or order. Such a difference in
 * the subject (the staging server, the production server) makes two statements about two things, not a conflict.
 */
export function judgeStatements(a: ReadText, b: ReadText): StatementVerdict {
  const comparison = compareTexts(a, b);
  if (comparison.isSameWording) return { kind: 'duplicate', isSameWording: true };
  // Both are statements: how they would ask is not compared.
  const differences = comparison.differences.filter(({ kind }) => kind !== 'question');
  const pair: StatementPair = { a, b, ...comparison, differences };
  if (differences.length === 0)
    return isSameStatement(pair)
      ? { kind: 'duplicate', isSameWording: false }
      : { kind: 'open', differences };
  const conflict = opposite(pair) ?? negation(pair) ?? value(pair) ?? choice(pair) ?? order(pair);
  return conflict === null ? { kind: 'open', differences } : { kind: 'conflict', ...conflict };
}

/**
 * Judges two statements in a language without lists. Only the same words, and another number in otherwise the same words,
 * are certain.
 */
export function judgeUnknownLanguage(
  aText: string,
  bText: string,
  a: ReadText,
  b: ReadText,
): StatementVerdict {
  if (isSameWording(a, b)) return { kind: 'duplicate', isSameWording: true };
  const difference = exchangedNumber(aText, bText);
  return difference === null
    ? { kind: 'open', differences: neutralDifferences(aText, bText) }
    : { kind: 'conflict', reason: 'value', difference };
}

interface StatementPair extends TextComparison {
  readonly a: ReadText;
  readonly b: ReadText;
}

type Conflict = { reason: RuleReason; difference: Difference } | null;

/** The difference of this kind, if there is one of it and besides it none but of `others`. */
function only(
  { differences }: StatementPair,
  kind: DifferenceKind,
  ...others: DifferenceKind[]
): Difference | null {
  const [first, second] = differences.filter((each) => each.kind === kind);
  const hasNoOther = differences.every((each) => each.kind === kind || others.includes(each.kind));
  return first !== undefined && second === undefined && hasNoOther ? first : null;
}

const hasGrammar = (text: ReadText, ...keys: string[]) => grammarOf(text).some((key) => keys.includes(key));
const countOnly = ({ left, right }: TextComparison) => left.length + right.length;

/** The same words in the same roles, each once, in the same order or between the same words of grammar. */
function isSameStatement(pair: StatementPair): boolean {
  if (countOnly(pair) > 0) return false;
  const [one, other] = [pair.a, pair.b].map((text) => contentOf(text).map(({ key }) => key)) as [
    string[],
    string[],
  ];
  const roles = ({ a, b }: StatementPair) =>
    [a, b].map((text) => JSON.stringify(Array.from(rolesOf(text), ([role, keys]) => [role, ...keys]).sort()));
  const [rolesOfA, rolesOfB] = roles(pair);
  const grammar = (text: ReadText) => grammarOf(text).sort().join(' ');
  return (
    rolesOfA === rolesOfB &&
    one.length === other.length &&
    new Set(one).size === one.length &&
    (one.join(' ') === other.join(' ') || grammar(pair.a) === grammar(pair.b))
  );
}

function opposite(pair: StatementPair): Conflict {
  const difference = only(pair, 'opposite', 'wording');
  return difference !== null && countOnly(pair) === 2 ? { reason: 'antonym', difference } : null;
}

/** Finds a statement that denies the other one, or a more general form of it. */
function negation(pair: StatementPair): Conflict {
  const difference = only(pair, 'negation', 'wording');
  if (difference === null) return null;
  const isLeft = difference.left !== '';
  const [denying, saying] = isLeft ? [pair.a, pair.b] : [pair.b, pair.a];
  const [onlyDenied, onlySaid] = isLeft ? [pair.left, pair.right] : [pair.right, pair.left];
  const count = (text: ReadText) => grammarOf(text).filter((key) => NEGATIONS.has(key)).length;
  const isPlain =
    count(denying) === 1 && count(saying) === 0 && !hasGrammar(denying, 'nothing', 'without', 'or', 'but');
  if (!isPlain || onlyDenied.length > 0 || onlySaid.length > MAX_OMITTED) return null;
  const isSameSubject = contentOf(denying)[0]?.key === contentOf(saying)[0]?.key;
  const holds = onlySaid.length === 0 || (pair.shared >= MIN_SHARED && isSameSubject);
  return holds ? { reason: 'negation', difference } : null;
}

/** Another number, or the same one of another unit, for the same thing. */
function value(pair: StatementPair): Conflict {
  if ([pair.a, pair.b].some((text) => hasGrammar(text, 'or', 'and', 'could', 'might'))) return null;
  const unit = only(pair, 'unit');
  if (unit !== null && countOnly(pair) === 0) return { reason: 'value', difference: unit };
  const isAfter = ({ kind, left, right }: Difference) =>
    kind !== 'direction' || /^(?:after)?$/.test(left + right);
  const number = pair.differences.every(isAfter)
    ? only(pair, 'number', 'unit', 'wording', 'direction')
    : null;
  if (number === null || [number.left, number.right].some((each) => each === '' || each.includes(' ')))
    return null;
  const isLabel = (text: ReadText, exchanged: string) =>
    text.some((token) => token.kind === 'number' && token.text === exchanged && isLabelNumber(text, token));
  if (isLabel(pair.a, number.left) && isLabel(pair.b, number.right)) return null;
  const isValue = ({ kind }: Token) => kind === 'number' || kind === 'unit';
  return countOnly(pair) === 0 || differsInVerb(pair, isValue, 1)
    ? { reason: 'value', difference: number }
    : null;
}

/** Another name for the same thing. */
function choice(pair: StatementPair): Conflict {
  const difference = only(pair, 'name', 'wording');
  const texts = [pair.a, pair.b];
  if (difference === null || texts.some((text) => hasGrammar(text, 'or', 'and', 'but', 'i'))) return null;
  const isName = ({ kind }: Token) => kind === 'name';
  const exchanged = [pair.left, pair.right].map((tokens) => tokens.filter(isName));
  const isTogether = exchanged.every((tokens, at) => {
    const start = texts[at]!.indexOf(tokens[0]!);
    return tokens.length <= MAX_NAME_WORDS && tokens.every((token, i) => texts[at]![start + i] === token);
  });
  if (!isTogether) return null;
  const found: Conflict = { reason: 'choice', difference };
  if ([pair.left, pair.right].every((tokens) => tokens.every(isName))) {
    const isSubject = texts.some((text, at) => isAtStart(text, exchanged[at]![0]!));
    return isSubject || pair.shared < MIN_SHARED ? null : found;
  }
  const names = new Set(exchanged.flat());
  return differsInVerb(pair, (token) => names.has(token), 1) ? found : null;
}

/** Tests whether the token is the first content word, or the sentence begins with a preposition (in Europe, ...). */
function isAtStart(text: ReadText, token: Token): boolean {
  return contentOf(text)[0] === token || ROLES.has(text[0]!.key);
}

/**
 * Whether the sentences around the values are built in different ways, with at most `most` separate words each, or differ
 * in the word after an auxiliary (is kept, is stored). In sentences built in the same way another word is another thing.
 */
function differsInVerb(pair: StatementPair, isValue: (token: Token) => boolean, most: number): boolean {
  const rest = [pair.left, pair.right].map((tokens) => tokens.filter((token) => !isValue(token)).length);
  if (Math.max(...rest) > most || pair.shared < Math.max(1, ...rest)) return false;
  const frame = (text: ReadText) => {
    const masked = text.filter(({ key }) => key !== 'a' && key !== 'an' && key !== 'the');
    return masked.flatMap((token, at): Token[] => {
      if (!isValue(token)) return [token];
      return at > 0 && isValue(masked[at - 1]!) ? [] : [{ kind: 'sign', key: '', text: '' }];
    });
  };
  const { left, right, before } = differingParts(frame(pair.a), frame(pair.b));
  return !isOnePlace(left, right, Math.max(...rest)) || (before !== undefined && AUXILIARIES.has(before.key));
}

/** Finds "before" exchanged for "after", "on" for "off", or two words that exchange their places around them. */
function order(pair: StatementPair): Conflict {
  const [difference, second] = pair.differences;
  if (countOnly(pair) > 0 || pair.differences.some(({ kind }) => kind !== 'direction')) return null;
  const found: Conflict = { reason: 'order', difference: difference! };
  const keys = (text: ReadText) =>
    contentOf(text)
      .map(({ key }) => key)
      .join(' ');
  const words = [difference!.left, difference!.right].sort().join(' ');
  if (second === undefined && keys(pair.a) === keys(pair.b))
    return words === 'after before' || words === 'off on' ? found : null;
  const isExchange = /^(?:before|after|than|instead|unless) /.test(difference!.left);
  const grammar = (text: ReadText) => grammarOf(text).sort().join(' ');
  return isExchange && grammar(pair.a) === grammar(pair.b) ? found : null;
}
