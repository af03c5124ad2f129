import type { Word } from '../meaning/word.js';
import type { Statement } from './read-statement.js';

/** Words that give their two sides different parts, and whether what stands left of them comes first. */
const RELATIONS: ReadonlyMap<string, boolean> = new Map([
  ...[
    'before',
    'over',
    'overrides',
    'override',
    'precedes',
    'beats',
    'outranks',
    'above',
    'than',
    'unless',
    'replaces',
  ].map((word): [string, boolean] => [word, true]),
  ...['after', 'under', 'below', 'follows'].map((word): [string, boolean] => [word, false]),
]);
/** "prefer X to Y", "X instead of Y", "X rather than Y", "from X to Y", "X depends on Y", "X calls Y" */
const TAKES_TO = /^(?:prefer|prefers|preferred)$/;

interface Relation {
  readonly word: string;
  readonly first: ReadonlySet<string>;
  readonly second: ReadonlySet<string>;
}

/** Whether both name the same two things in opposite parts: "X over Y" and "Y over X", "X before Y" and "X after Y". */
export function areReversed(a: Statement, b: Statement): string[] | null {
  const one = relationOf(a);
  const other = relationOf(b);
  if (one === null || other === null || kindOf(one.word) !== kindOf(other.word)) return null;
  if (!meets(one.first, other.second) || !meets(one.second, other.first)) return null;
  return [one.word, other.word];
}

function kindOf(word: string): string {
  return word === 'before' || word === 'after' || word === 'precedes' || word === 'follows' ? 'time' : 'rank';
}

function relationOf({ words, text }: Statement): Relation | null {
  const at = words.findIndex((_, place) => isRelation(words, place));
  if (at === -1) return null;
  const word = words[at]!;
  const isLeftFirst = RELATIONS.get(word.text) ?? true;
  let left = contentOf(words.slice(0, at));
  let right = contentOf(words.slice(at + 1));
  if (left.size === 0) {
    // "Before the release, run the tests": what it relates ends at the comma.
    const comma = text.indexOf(',', word.end);
    if (comma === -1) return null;
    right = contentOf(words.slice(at + 1).filter(({ end }) => end <= comma));
    left = contentOf(words.filter(({ start }) => start > comma));
  }
  const shared = new Set([...left].filter((stem) => right.has(stem)));
  for (const stem of shared) {
    left.delete(stem);
    right.delete(stem);
  }
  if (left.size === 0 || right.size === 0) return null;
  return { word: word.text, first: isLeftFirst ? left : right, second: isLeftFirst ? right : left };
}

function isRelation(words: readonly Word[], at: number): boolean {
  const { text } = words[at]!;
  if (RELATIONS.has(text)) return true;
  if (text === 'to') return words.slice(0, at).some((word) => TAKES_TO.test(word.text));
  return text === 'instead' && words[at + 1]?.text === 'of';
}

function contentOf(words: readonly Word[]): Set<string> {
  return new Set(
    words.filter(({ isContent, text }) => isContent && !TAKES_TO.test(text)).map(({ stem }) => stem),
  );
}

function meets(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const stem of a) if (b.has(stem)) return true;
  return false;
}
