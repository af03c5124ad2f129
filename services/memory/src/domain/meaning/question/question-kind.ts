import { unitAlone } from '../../lexicon/units.js';
import type { Word } from '../word.js';
import { TASKS } from './question-words.js';

/**
 * What a question wants to know. 'what' and 'none' (no question word) may stand for any other: "What is the height of" is
 * "How tall is", "DNS explained" is "How does DNS work".
 */
export type QuestionKind =
  | 'who'
  | 'when'
  | 'where'
  | 'why'
  | 'how'
  | 'how many'
  | 'how long'
  | `how ${string}`
  | 'yes or no'
  | 'what'
  | 'none';

export interface Question {
  readonly kind: QuestionKind;
  /** The words that ask; empty where none does. */
  readonly words: readonly Word[];
}

const YES_NO: ReadonlySet<string> = new Set(
  "is are am was were do does did can could will would shall should has have had may might must isn't aren't don't doesn't".split(
    ' ',
  ),
);
const MEASURES: ReadonlyMap<string, QuestionKind> = new Map(
  Object.entries({
    long: 'how long',
    old: 'how old',
    tall: 'how tall',
    high: 'how tall',
    big: 'how big',
    large: 'how big',
    small: 'how big',
    far: 'how far',
    distant: 'how far',
    deep: 'how deep',
    heavy: 'how heavy',
    fast: 'how fast',
    quick: 'how fast',
    quickly: 'how fast',
    soon: 'how fast',
    often: 'how often',
    frequently: 'how often',
    wide: 'how wide',
    hot: 'how hot',
    cold: 'how hot',
    many: 'how many',
    much: 'how many',
  } satisfies Record<string, QuestionKind>),
);
/** Nouns after "what" or "which" that make it another question word. */
const WHAT_NOUNS: ReadonlyMap<string, QuestionKind> = new Map(
  Object.entries({
    time: 'when',
    year: 'when',
    date: 'when',
    day: 'when',
    month: 'when',
    reason: 'why',
    reasons: 'why',
    purpose: 'why',
    age: 'how old',
    person: 'who',
    distance: 'how far',
    way: 'how',
    ways: 'how',
    steps: 'how',
    method: 'how',
    methods: 'how',
  } satisfies Record<string, QuestionKind>),
);

/** How far behind "what" its noun may stand. */
const REACH = 6;

/** Requests that want to hear what something is. */
const ASKS_WHAT = /^(?:explain|describe|define|name|state)$/;

/** What a text asks: by its first question word, unless it begins as a yes-or-no question about something. */
export function readQuestion(words: readonly Word[]): Question {
  const startsYesNo =
    words.length > 0 && YES_NO.has(words[0]!.text) && !asksForWay(words) && !asksForTask(words);
  for (const [at, word] of words.entries()) {
    // "Can I see who viewed it" asks whether; "Can you tell me who viewed it" asks who.
    if (startsYesNo && word.isContent) break;
    const kind = kindAt(words, at);
    if (kind !== null) return { kind, words: asking(words, at, kind) };
  }
  if (startsYesNo) return { kind: 'yes or no', words: [words[0]!] };
  const explains = words.find(({ isContent, isName, text }) => isName || isContent || ASKS_WHAT.test(text));
  if (explains !== undefined && ASKS_WHAT.test(explains.text)) return { kind: 'what', words: [explains] };
  return { kind: 'none', words: [] };
}

/** The question word with what makes it one of its kind: "how tall", "which year", "what is the reason", "what makes". */
function asking(words: readonly Word[], at: number, kind: QuestionKind): Word[] {
  const word = words[at]!;
  if (word.text.startsWith('how')) return kind.includes(' ') ? words.slice(at, at + 2) : [word];
  const noun = words
    .slice(at + 1, at + REACH)
    .find(({ text }) => WHAT_NOUNS.get(text) === kind || (kind === 'why' && /^ma(?:kes|de)$/.test(text)));
  return noun === undefined ? [word] : [word, noun];
}

/** "Is it possible to", "Is there a way to": asks how as often as whether. */
function asksForWay(words: readonly Word[]): boolean {
  return /^is (?:it possible|there (?:a|any) (?:way|method|trick))\b/.test(textOf(words, 0, 4));
}

/** "Could you please write": a request with manners. */
function asksForTask([first, you, verb]: readonly Word[]): boolean {
  return (
    /^(?:can|could|will|would)$/.test(first?.text ?? '') && you?.text === 'you' && TASKS.has(verb?.text ?? '')
  );
}

function textOf(words: readonly Word[], start: number, end: number): string {
  return words
    .slice(start, end)
    .map(({ text }) => text)
    .join(' ');
}

function kindAt(words: readonly Word[], at: number): QuestionKind | null {
  const text = words[at]!.text.replace(/'(?:s|re|d|ll)$/, '');
  const next = words[at + 1];
  switch (text) {
    case 'who':
    case 'whom':
    case 'whose':
      return words[at]!.isName || isRelative(words, at) ? null : 'who';
    case 'why':
      return text;
    case 'when':
    case 'where':
      // "when you have time" is no question.
      return next === undefined || YES_NO.has(next.text) || text !== words[at]!.text ? text : null;
    case 'how':
      return howKind(next, words[at + 2]);
    case 'what':
    case 'which':
      return whatKind(words, at);
    default:
      return null;
  }
}

/** "a beginner who has four disks"; not "see who viewed it". */
function isRelative(words: readonly Word[], at: number): boolean {
  return words[at - 1]?.isContent === true && /^(?:an?|the|my|your)$/.test(words[at - 2]?.text ?? '');
}

function howKind(next: Word | undefined, noun: Word | undefined): QuestionKind {
  if (next?.text === 'come') return 'why';
  const measure = MEASURES.get(next?.text ?? '');
  if (measure !== 'how many') return measure ?? 'how';
  if (noun?.text === 'time' || (noun !== undefined && unitAlone(noun.text)?.dimension === 'time'))
    return 'how long';
  if (noun?.text === 'times') return 'how often';
  return noun !== undefined && unitAlone(noun.text)?.dimension === 'length' ? 'how far' : 'how many';
}

/** "what year", "in which year", "what is the best way to", "what are the reasons"; otherwise 'what'. */
function whatKind(words: readonly Word[], at: number): QuestionKind {
  const next = words[at + 1]?.text ?? '';
  if (/^(?:time|year|date|month|day)$/.test(next)) {
    // "What time is it" asks for the time, "what year was it built" when.
    return next === 'time' ? 'what' : 'when';
  }
  if (/^(?:causes?|caused)$/.test(next)) return 'what';
  if (next === 'makes' || next === 'made') return 'why';
  // "What should I do when": asks for a way, not for a reason.
  if (/^(?:should|can|could|must) (?:i|you|we|one) do$/.test(textOf(words, at + 1, at + 4))) return 'how';
  for (const word of words.slice(at + 1, at + REACH)) {
    const kind = WHAT_NOUNS.get(word.text);
    if (kind !== undefined && kind !== 'when' && kind !== 'how old' && kind !== 'how far') return kind;
    if (
      word.isContent &&
      !/^(?:best|main|easiest|fastest|good|some|quickest|simplest|real|true|possible)$/.test(word.text)
    )
      break;
  }
  return 'what';
}
