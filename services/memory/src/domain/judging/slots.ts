import type { Word } from '../meaning/word.js';
import type { Comparison } from './compare-statements.js';
import { GENERIC_WORDS, WEAK_WORDS } from './language.js';
import type { Statement } from './read-statement.js';

/** What names one thing only: "the default branch is main" excludes every other name. */
const ROLES =
  /^(?:name|default|branch|colour|color|style|format|editor|framework|library|tool|provider|strategy|theme|font|locale|timezone|zone|owner|lead|host|region|licence|license|primary|preferred|main|shell|order|encoding|separator|delimiter|level|prefix|suffix|capital|password|address|boss|manager|model)$/;
/** Prepositions after which one thing stands for a purpose, when the verb is the same. */
const SLOT_WORDS: Readonly<Record<string, string>> = {
  by: 'by',
  as: 'as',
  per: 'per',
  in: 'in',
  on: 'in',
  at: 'at',
  inside: 'in',
  with: 'with',
  using: 'with',
  via: 'through',
  through: 'through',
  over: 'through',
  from: 'from',
};
const ARTICLE = /^(?:the|a|an|our|its|every|each|their|of)$/;

/** What both put into the same place of the same sentence: two phrases that cannot both stand there, else null. */
export function sameSlot(a: Statement, b: Statement, topics: Comparison): readonly [string, string] | null {
  if (topics.verbsDiffer || topics.shared === 0) return null;
  const left = slotOf(a, topics.onlyA);
  const right = slotOf(b, topics.onlyB);
  if (left === null || right === null || left.kind !== right.kind) return null;
  if (left.isChoice && right.isChoice) return null;
  return [left.phrase, right.phrase];
}

interface Slot {
  readonly kind: string;
  readonly phrase: string;
  /** A known tool or convention; of another kind than the other side's, or the pair would have been found before. */
  readonly isChoice: boolean;
}

/** The lone words when they are one phrase at the end, with what introduces it. */
function slotOf({ words, topics, choices, text }: Statement, only: readonly number[]): Slot | null {
  if (only.length === 0) return null;
  const first = Math.min(...only);
  const last = Math.max(...only);
  if (words.some((word, at) => at > last && (word.number !== null || (word.isContent && !isFiller(word)))))
    return null;
  if (topics.some((at) => at > first && at < last && !only.includes(at))) return null;
  if (!topics.some((at) => at < first) && !words.slice(0, first).some(({ isContent }) => isContent))
    return null;
  let lead = first - 1;
  while (lead >= 0 && isFiller(words[lead]!)) lead--;
  const kind = lead < 0 ? null : slotKind(words, lead);
  if (kind === null || /[,;:()–—]/.test(text.slice(words[lead]!.end, words[last]!.start))) return null;
  const isChoice = choices.some((at) => at >= first && at <= last);
  if (kind !== 'name' && !isChoice && only.some((at) => words[at]!.isIdentifier)) return null;
  return { kind, phrase: text.slice(words[first]!.start, words[last]!.end), isChoice };
}

/** What may stand between a preposition and its phrase without changing it. */
function isFiller({ text, number, isContent }: Word): boolean {
  return (
    ARTICLE.test(text) || number !== null || (isContent && (WEAK_WORDS.has(text) || GENERIC_WORDS.has(text)))
  );
}

function slotKind(words: readonly Word[], lead: number): string | null {
  const { text } = words[lead]!;
  if (text === 'to')
    return /^(?:written|saved|set|formatted|mapped|renamed|rounded)$/.test(words[lead - 1]?.text ?? '')
      ? 'to'
      : null;
  if (Object.hasOwn(SLOT_WORDS, text)) return SLOT_WORDS[text]!;
  if (/^(?:called|named)$/.test(text)) return 'name';
  if (/^(?:is|are)$/.test(text) && words.slice(0, lead).some((word) => ROLES.test(word.text))) return 'name';
  return null;
}
