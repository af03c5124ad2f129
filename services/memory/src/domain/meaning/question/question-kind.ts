import type { Word } from '../word.js';
import { byWord, PRAISE } from './question-words.js';

export interface Question {
  /**
   * What it wants to know: "who", "how", "how tall", "yes or no". "what" and "none" (no question word) may stand for any other:
   * "What is the height of" is "How tall is", "DNS explained" is "How does DNS work".
   */
  readonly kind: string;
  /** The words that ask; empty where none does. */
  readonly words: readonly Word[];
}

const YES_NO: ReadonlySet<string> = new Set(
  "is are am was were do does did can could will would shall should has have had may might must isn't aren't don't doesn't".split(
    ' ',
  ),
);
const MEASURES = byWord({
  'how long': 'long',
  'how old': 'old',
  'how tall': 'tall high',
  'how big': 'big large small',
  'how far': 'far distant',
  'how deep': 'deep',
  'how heavy': 'heavy',
  'how fast': 'fast quick quickly soon',
  'how often': 'often frequently',
  'how wide': 'wide',
  'how hot': 'hot cold',
  'how many': 'many much',
});
/** Nouns after "what" or "which" that make it another question word. */
const WHAT_NOUNS = byWord({
  why: 'reason reasons purpose',
  who: 'person',
  how: 'way ways steps method methods',
});
const TIMES = /^(?:year|date|day|month)$/;

/** How far behind "what" its noun may stand. */
const REACH = 6;

/** What a text asks: by its first question word, unless it begins as a yes-or-no question about something. */
export function readQuestion(words: readonly Word[]): Question {
  const startsYesNo = words.length > 0 && YES_NO.has(words[0]!.text);
  for (const [at, word] of words.entries()) {
    // "Can I see who viewed it" asks whether; "Can you tell me who viewed it" asks who.
    if (startsYesNo && word.isContent) break;
    const kind = kindAt(words, at);
    if (kind !== null) return { kind, words: asking(words, at, kind) };
  }
  if (startsYesNo) return { kind: 'yes or no', words: [words[0]!] };
  return { kind: 'none', words: [] };
}

/** The question word with what makes it one of its kind: "how tall", "which year", "what is the reason", "what makes". */
function asking(words: readonly Word[], at: number, kind: string): Word[] {
  const word = words[at]!;
  if (kind.includes(' ')) return words.slice(at, at + 2);
  const noun = words
    .slice(at + 1, at + REACH)
    .find(
      ({ text }) =>
        WHAT_NOUNS.get(text) === kind ||
        (kind === 'when' && TIMES.test(text)) ||
        (kind === 'why' && /^ma(?:kes|de)$/.test(text)),
    );
  return noun === undefined || word.text.startsWith('how') ? [word] : [word, noun];
}

function kindAt(words: readonly Word[], at: number): string | null {
  const text = words[at]!.text.replace(/'(?:s|re|d|ll)$/, '');
  const next = words[at + 1]?.text ?? '';
  if (/^who(?:m|se)?$/.test(text)) return words[at]!.isName ? null : 'who';
  if (/^(?:why|when|where)$/.test(text)) return text;
  if (text === 'how') return MEASURES.get(next) ?? text;
  return text === 'what' || text === 'which' ? whatKind(words, at) : null;
}

/** "what year", "what is the best way to", "what are the reasons"; otherwise 'what'. */
function whatKind(words: readonly Word[], at: number): string {
  const next = words[at + 1]?.text ?? '';
  if (TIMES.test(next)) return 'when';
  if (next === 'makes' || next === 'made') return 'why';
  for (const { text, isContent } of words.slice(at + 1, at + REACH)) {
    const kind = WHAT_NOUNS.get(text);
    if (kind !== undefined) return kind;
    if (isContent && !PRAISE.has(text) && !/^(?:main|some|simplest|real|true|possible)$/.test(text)) break;
  }
  return 'what';
}
