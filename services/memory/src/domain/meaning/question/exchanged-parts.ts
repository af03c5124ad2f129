import { type Difference, difference } from '../difference.js';
import type { Word } from '../word.js';
import type { TermPair } from './pair-terms.js';
import type { Term } from './read-terms.js';

/** Roles that leave the order of two things free: "Redis with Node", "a comparison between cats and dogs". */
const ORDER_FREE: ReadonlySet<string> = new Set(['with', 'between']);
const FREE_BETWEEN = /^(?:and|or|vs|versus|with|between|both|either|nor|&|a|an|the)$/;

interface Placed<W extends Word> {
  readonly pair: TermPair<W>;
  /** Places among the words that both have. */
  readonly left: number;
  readonly right: number;
}

/**
 * Two things of which each stands where the other one stood: "dogs chase cats" and "cats chase dogs", "from Berlin to Munich"
 * and "from Munich to Berlin". A part that is only moved ("on Linux, how do I") stands beside others than the one it passed.
 */
export function exchangedParts<W extends Word>(
  pairs: readonly TermPair<W>[],
  left: readonly Word[],
  right: readonly Word[],
): Difference[] {
  const carrying = pairs.filter((pair) => !pair.left.isLight);
  const inLeft = [...carrying].sort((a, b) => a.left.at - b.left.at);
  const inRight = [...carrying].sort((a, b) => a.right.at - b.right.at);
  const placed = inLeft.map((pair, at): Placed<W> => ({ pair, left: at, right: inRight.indexOf(pair) }));
  for (const [at, x] of placed.entries()) {
    for (const y of placed.slice(at + 1)) {
      if (x.right < y.right) continue;
      if (isFree(x.pair.left, y.pair.left, left) || isFree(y.pair.right, x.pair.right, right)) continue;
      if (isPassive(x.pair, y.pair)) continue;
      const changesPlaces =
        haveExchangedRoles(x.pair, y.pair) ||
        (areNames(x.pair, y.pair) && !areMoved(x.pair, y.pair)) ||
        ((y.left > x.left + 1 || x.right > y.right + 1) &&
          ![x.pair, y.pair].some(keepsPart) &&
          takeNeighbours(x, y, inLeft, inRight));
      if (changesPlaces)
        return [
          difference(
            'direction',
            [x.pair.left.word, y.pair.left.word],
            [y.pair.right.word, x.pair.right.word],
          ),
        ];
    }
  }
  return [];
}

/** Whether each has a neighbour in one text that the other one has in the other. */
function takeNeighbours<W extends Word>(
  x: Placed<W>,
  y: Placed<W>,
  inLeft: readonly TermPair<W>[],
  inRight: readonly TermPair<W>[],
): boolean {
  const same = (a: TermPair<W> | undefined, b: TermPair<W> | undefined) => a !== undefined && a === b;
  const takes = (right: number, leftPlace: number) =>
    same(inRight[right - 1], inLeft[leftPlace - 1]) || same(inRight[right + 1], inLeft[leftPlace + 1]);
  return takes(x.right, y.left) && takes(y.right, x.left);
}

/** "binary to decimal", "decimal to binary"; not "branch of engineering", "engineering branch". */
function haveExchangedRoles<W extends Word>(x: TermPair<W>, y: TermPair<W>): boolean {
  return (
    x.left.role === y.right.role &&
    y.left.role === x.right.role &&
    x.left.role !== y.left.role &&
    ![x, y].some(({ left }) => ORDER_FREE.has(left.role))
  );
}

function areNames<W extends Word>(x: TermPair<W>, y: TermPair<W>): boolean {
  return [x, y].every(({ left, right }) => left.word.isName || right.word.isName);
}

/** Each with the part it had, and not the same one: "on Linux, run Python", "run Python on Linux". */
function areMoved<W extends Word>(x: TermPair<W>, y: TermPair<W>): boolean {
  return x.left.role === x.right.role && y.left.role === y.right.role && x.left.role !== y.left.role;
}

/** "On Linux" is moved with its preposition. */
function keepsPart<W extends Word>({ left, right }: TermPair<W>): boolean {
  return left.role !== '' && left.role === right.role;
}

/** "Ann hurts Bea", "Bea is hurt by Ann". */
function isPassive<W extends Word>(x: TermPair<W>, y: TermPair<W>): boolean {
  return [x, y].some(({ left, right }) => (left.role === 'by') !== (right.role === 'by'));
}

/** Nothing between the two but words that leave their order free. */
function isFree(first: Term, second: Term, words: readonly Word[]): boolean {
  const between = words.filter(({ start }) => start > first.word.start && start < second.word.start);
  return (
    between.length > 0 &&
    between.every(({ text }) => FREE_BETWEEN.test(text)) &&
    !/^(?:a|an|the)$/.test(between.map(({ text }) => text).join(' '))
  );
}
