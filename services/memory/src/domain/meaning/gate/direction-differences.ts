import { type Difference, difference } from '../difference.js';
import { DIRECTION_WORDS } from '../lists/direction-words.js';
import type { Word } from '../word.js';

/** Words between two things that leave their order free: "Redis with Node", "cats and dogs", "branch of engineering". */
const ORDER_FREE: ReadonlySet<string> = new Set(
  'and or vs versus between with of for in on at & both like as when while if because so that who which whose'.split(
    ' ',
  ),
);

/** How many content words on either side of a word may be the things it puts in order. */
const REACH = 2;

/**
 * Two shared words that change places around a third: "from Berlin to Munich" and "from Munich to Berlin", "dogs chase
 * cats" and "cats chase dogs". The next two things on each side count: "parent component".
 */
export function directionDifferences(left: readonly Word[], right: readonly Word[]): Difference[] {
  const shared = new Set(right.filter(({ isContent }) => isContent).map(({ stem }) => stem));
  for (const [at, pivot] of left.entries()) {
    if (!pivot.isContent && !DIRECTION_WORDS.has(pivot.text)) continue;
    const before = sideOf(left, at, -1).filter(({ stem }) => shared.has(stem));
    const after = sideOf(left, at, 1).filter(({ stem }) => shared.has(stem));
    for (const x of before) {
      for (const y of after) {
        if (x.stem === y.stem || hasOrder(right, x, pivot, y) || !hasOrder(right, y, pivot, x)) continue;
        return [difference('direction', [x, pivot, y], [y, pivot, x])];
      }
    }
  }
  return [];
}

function hasOrder(words: readonly Word[], x: Word, pivot: Word, y: Word): boolean {
  return words.some(
    ({ stem }, at) =>
      stem === pivot.stem &&
      sideOf(words, at, -1).some((word) => word.stem === x.stem) &&
      sideOf(words, at, 1).some((word) => word.stem === y.stem),
  );
}

/** The content words next to a place on one side of it, nearest first, up to a word that leaves the order free. */
function sideOf(words: readonly Word[], place: number, step: -1 | 1): Word[] {
  const isDirection = DIRECTION_WORDS.has(words[place]!.text);
  const found: Word[] = [];
  for (let at = place + step; at >= 0 && at < words.length && found.length < REACH; at += step) {
    const word = words[at]!;
    if (word.isContent) found.push(word);
    else if (ORDER_FREE.has(word.text) || word.text.endsWith("'s")) break;
    else if (!isDirection && word.text !== 'than' && DIRECTION_WORDS.has(word.text)) break;
  }
  return found;
}
