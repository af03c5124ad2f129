import type { Word } from '../meaning/word.js';
import { readWords } from '../meaning/words.js';
import { fold } from '../retrieval/text/fold.js';
import { ALTERNATIVES } from './lists/alternatives.js';

/** Things of which a project takes one for one purpose: databases, package managers, cases of identifiers, colours. */
export interface Category {
  readonly name: string;
  /** Stems that name the purpose itself ("package", "manager"): they need no counterpart in the other text. */
  readonly labels: ReadonlySet<string>;
  /** One is taken for a whole project, so that two of them clash even where no purpose is named. */
  readonly isExclusive: boolean;
}

export interface Alternative {
  /** The same for all spellings of one thing: "postgres" and "PostgreSQL". */
  readonly name: string;
  readonly categories: readonly Category[];
}

interface Spelling {
  readonly alternative: Alternative;
  /** Also an everyday word ("go", "express"): counts only where it is written as a name. */
  readonly isEverydayWord: boolean;
}

const LONGEST_PHRASE = 8;
const SPELLINGS = readSpellings();
/** Every phrase that a spelling begins with, so that most words are dismissed by one look. */
const BEGINNINGS = readBeginnings();

/** The alternative that the words from `first` on name, the longest first, and how many words it takes. */
export function alternativeAt(
  words: readonly Word[],
  first: number,
): { alternative: Alternative; length: number } | null {
  let found: { alternative: Alternative; length: number } | null = null;
  let phrase = '';
  for (let length = 1; length <= LONGEST_PHRASE && first + length <= words.length; length++) {
    phrase = length === 1 ? words[first]!.text : `${phrase} ${words[first + length - 1]!.text}`;
    if (!BEGINNINGS.has(phrase)) break;
    const spelling = SPELLINGS.get(phrase);
    if (spelling === undefined || (spelling.isEverydayWord && !words[first]!.isName)) continue;
    found = { alternative: spelling.alternative, length };
  }
  return found;
}

/** The category in which two alternatives exclude one another; null for the same thing and for things of two kinds. */
export function sharedCategory(a: Alternative, b: Alternative): Category | null {
  if (a.name === b.name) return null;
  return a.categories.find((category) => b.categories.some(({ name }) => name === category.name)) ?? null;
}

function readSpellings(): Map<string, Spelling> {
  const all = new Map<string, Spelling>();
  for (const { name, labels, terms, isExclusive } of ALTERNATIVES) {
    const category: Category = {
      name,
      labels: new Set(readWords(labels).map(({ stem }) => stem)),
      isExclusive,
    };
    for (const term of terms.split(',')) {
      const everyday = term.trim().startsWith('~');
      const spellings = term.trim().replace('~', '').split('|');
      // Signs join a name in capitals and part it in small letters: "YYYY-MM-DD" is one word.
      const phrases = [...spellings.map(phraseOf), ...spellings.map((spelling) => fold(spelling.trim()))];
      const known = phrases
        .map((phrase) => all.get(phrase)?.alternative)
        .find((found) => found !== undefined);
      const alternative = {
        name: known?.name ?? phrases[0]!,
        categories: [...(known?.categories ?? []), category],
      };
      for (const phrase of phrases) {
        all.set(phrase, { alternative, isEverydayWord: everyday && phrase === phrases[0] });
      }
    }
  }
  return all;
}

function readBeginnings(): Set<string> {
  const all = new Set<string>();
  for (const phrase of SPELLINGS.keys()) {
    const words = phrase.split(' ');
    for (let length = 1; length <= words.length; length++) all.add(words.slice(0, length).join(' '));
  }
  return all;
}

function phraseOf(spelling: string): string {
  return readWords(spelling)
    .map(({ text }) => text)
    .join(' ');
}
