import type { Sheet } from './pixel-map.js';

/**
 * Lays ring 0 of a sheet, over which it fades: `edge` pixels beside ring 1, to the right of its columns' way on the screen where
 * positive. In the source it lies as far aside, times `share`.
 */
export function layFringe({ columns, from, to }: Sheet, edge: number, share = 1): void {
  for (let column = 0; column < columns; column++) {
    const before = 2 * (columns + Math.max(0, column - 1));
    const after = 2 * (columns + Math.min(columns - 1, column + 1));
    const dx = to[after]! - to[before]!;
    const dy = to[after + 1]! - to[before + 1]!;
    const step = edge / Math.max(1e-6, Math.hypot(dx, dy));
    const at = 2 * column;
    const own = at + 2 * columns;
    from[at] = from[own]! - dy * step * share;
    from[at + 1] = from[own + 1]! + dx * step * share;
    to[at] = to[own]! - dy * step;
    to[at + 1] = to[own + 1]! + dx * step;
  }
}
