import type { Word } from '../meaning/word.js';
import { nameOf, type Statement } from './read-statement.js';

/** Words that give their two sides different parts, and whether what stands left of them comes first. */
const RELATIONS: ReadonlyMap<string, boolean> = new Map([
  ...'before over overrides override precedes beats outranks above than unless then'
    .split(' ')
    .map((word): [string, boolean] => [word, true]),
  ...'after under below follows follow'.split(' ').map((word): [string, boolean] => [word, false]),
]);
const IN_TIME = /^(?:before|after|precedes|follows?|then)$/;
/** "prefer X to Y" */
const TAKES_TO = /^(?:prefer|prefers|preferred)$/;

interface Relation {
  readonly word: string;
  readonly first: ReadonlySet<string>;
  readonly second: ReadonlySet<string>;
}

/** Whether both name the same two things in opposite parts: "X over Y" and "Y over X", "X before Y" and "X after Y". */
export function areReversed(a: Statement, b: Statement): boolean {
  const one = relationOf(a);
  const other = one === null ? null : relationOf(b);
  if (one === null || other === null || IN_TIME.test(one.word) !== IN_TIME.test(other.word)) return false;
  return meets(one.first, other.second) && meets(one.second, other.first);
}

/** Whether who does what, what comes first and what is not chosen is the same in both, as far as that hangs on their order. */
export function haveSameOrder(a: Statement, b: Statement): boolean {
  const [one, other] = [relationOf(a), relationOf(b)];
  if (one !== null && other !== null) {
    return (
      IN_TIME.test(one.word) === IN_TIME.test(other.word) &&
      meets(one.first, other.first) &&
      meets(one.second, other.second)
    );
  }
  const hangs = (relation: Relation | null, { rejection, words }: Statement): boolean =>
    relation !== null || rejection !== null || words.some(({ text }) => text === 'from');
  return (!hangs(one, a) && !hangs(other, b)) || namesIn(a) === namesIn(b);
}

function namesIn({ words }: Statement): string {
  return words
    .filter(({ isContent }) => isContent)
    .map(nameOf)
    .join(' ');
}

function relationOf({ words, text }: Statement): Relation | null {
  const at = words.findIndex((_, place) => isRelation(words, place));
  if (at === -1) return null;
  const word = words[at]!;
  // "Before the release, run the tests": what it relates ends at the comma.
  const isLeftFirst = RELATIONS.get(word.text) ?? true;
  let left = contentOf(words.slice(0, at));
  let right = contentOf(words.slice(at + 1));
  if (left.size === 0) {
    const comma = text.indexOf(',', word.end);
    if (comma === -1) return null;
    right = contentOf(words.slice(at + 1).filter((each) => each.end <= comma));
    left = contentOf(words.filter(({ start }) => start > comma));
  }
  for (const shared of [...left].filter((name) => right.has(name))) {
    left.delete(shared);
    right.delete(shared);
  }
  if (left.size === 0 || right.size === 0) return null;
  return { word: word.text, first: isLeftFirst ? left : right, second: isLeftFirst ? right : left };
}

function isRelation(words: readonly Word[], at: number): boolean {
  const { text } = words[at]!;
  if (text === 'to') return words.slice(0, at).some((word) => TAKES_TO.test(word.text));
  // "follow Conventional Commits", "after 5 failures"
  const next = words[at + 1];
  return RELATIONS.has(text) && next?.number == null && !(text.startsWith('follow') && next?.thing != null);
}

function contentOf(words: readonly Word[]): Set<string> {
  return new Set(words.filter(({ isContent, text }) => isContent && !TAKES_TO.test(text)).map(nameOf));
}

function meets(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((name) => b.has(name));
}
