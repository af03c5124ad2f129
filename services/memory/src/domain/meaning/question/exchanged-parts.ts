import { type Difference, difference } from '../difference.js';
import type { Word } from '../word.js';
import type { TermPair } from './pair-terms.js';

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
export function exchangedParts<W extends Word>(pairs: readonly TermPair<W>[]): Difference[] {
  const carrying = pairs.filter((pair) => !pair.left.isLight);
  const inLeft = [...carrying].sort((a, b) => a.left.at - b.left.at);
  const inRight = [...carrying].sort((a, b) => a.right.at - b.right.at);
  const placed = inLeft.map((pair, at): Placed<W> => ({ pair, left: at, right: inRight.indexOf(pair) }));
  for (const [at, x] of placed.entries()) {
    for (const y of placed.slice(at + 1)) {
      if (x.right < y.right) continue;
      if (isPassive(x.pair, y.pair)) continue;
      const changesPlaces =
        haveExchangedRoles(x.pair, y.pair) ||
        (areNames(x.pair, y.pair) && !areMoved(x.pair, y.pair)) ||
        ((y.left > x.left + 1 || x.right > y.right + 1) && takeNeighbours(x, y, inLeft, inRight));
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
  return x.left.role === y.right.role && y.left.role === x.right.role && x.left.role !== y.left.role;
}

function areNames<W extends Word>(x: TermPair<W>, y: TermPair<W>): boolean {
  return [x, y].every(({ left, right }) => left.word.isName || right.word.isName);
}

/** Each with the part it had, and not the same one: "on Linux, run Python", "run Python on Linux". */
function areMoved<W extends Word>(x: TermPair<W>, y: TermPair<W>): boolean {
  return x.left.role === x.right.role && y.left.role === y.right.role && x.left.role !== y.left.role;
}

/** "Ann hurts Bea", "Bea is hurt by Ann". */
function isPassive<W extends Word>(x: TermPair<W>, y: TermPair<W>): boolean {
  return [x, y].some(({ left, right }) => (left.role === 'by') !== (right.role === 'by'));
}
