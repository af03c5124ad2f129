import { readPlanes } from './lip-edges.js';
import { asideOfColumn, findTeeth, type SeenMouth, type ToothRow } from './teeth-rows.js';

/**
 * A row of teeth from an image, in mouth widths: columns from LEFT to -LEFT, rows as high as a column is
 * wide, from `top` downwards.
 */
export interface TeethTexture {
  readonly columns: number;
  readonly rows: number;
  readonly top: number;
  /** Bytes of Y, U and V, row by row. Pixels behind a lip are filled from their neighbours. */
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
  /** 0 to 255: how far teeth were visible. */
  readonly cover: Uint8Array;
  /** Edge of the teeth for each column, also beyond the visible teeth. */
  readonly edge: Float32Array;
}

/** The teeth of the face, from an image with an open mouth. */
export interface SourceTeeth {
  /**
   * Relative to the middle of the closed mouth, because upper teeth do not move. Null if they are not
   * visible.
   */
  readonly upper: TeethTexture | null;
  /** Relative to their own edge in the middle, because lower teeth move with the jaw. */
  readonly lower: TeethTexture | null;
  /** Opening of the mouth in the image. */
  readonly opening: number;
}

const MAX_COLUMNS = 256;
/** Minimum visible height of the upper teeth below the line of the closed lips. */
const MIN_SHOWN = 0.045;
/** Number of texels from the lip and the gap within which colours are not read. */
const CLEAR = 1;
/** Continuation of teeth behind the lip, and their loss of light over this distance. */
const BEHIND_LIP = 0.14;
const DARKER = 0.2;
/** Width over which the outermost visible teeth blend into painted teeth. */
const SIDE = 0.05;
/**
 * Invisible teeth follow an arch: they rise by this factor times the square of the distance from the middle.
 */
export const UPPER_ARCH = 0.2;
export const LOWER_ARCH = 0.22;

/** Returns the visible teeth of an open mouth, or null if no teeth are visible. */
export function extractTeeth(mouth: SeenMouth, opening: number): SourceTeeth | null {
  const columns = Math.min(MAX_COLUMNS, Math.round(Math.hypot(...mouth.place.right)));
  const { upper, lower } = findTeeth(mouth, columns);
  if (upper === null && lower === null) return null;
  const middle = columns >> 1;
  // A lip that rises as it opens uncovers more than the synthetic lip, which does not rise.
  const lift = upper ? Math.min(0, upper.end[middle]! - MIN_SHOWN) : 0;
  return {
    upper: upper && layTexture(mouth, upper, 'upper', lift),
    lower: lower && layTexture(mouth, lower, 'lower', lower.start[middle]!),
    opening,
  };
}

/** Returns the visible area of both rows, in squares of the mouth width. */
export function areaOfTeeth({ upper, lower }: SourceTeeth): number {
  const area = ({ columns, cover }: TeethTexture): number =>
    cover.reduce((sum, value) => sum + value, 0) / 255 / columns ** 2;
  return (upper ? area(upper) : 0) + (lower ? area(lower) : 0);
}

/** `zero` is the origin of the vertical axis of the texture. */
function layTexture(
  { frame, place }: SeenMouth,
  row: ToothRow,
  side: 'upper' | 'lower',
  zero: number,
): TeethTexture {
  const columns = row.start.length;
  const step = 1 / columns;
  const held = (column: number): number => Math.max(row.first, Math.min(row.last, column));
  const seen = (values: Float32Array): Float32Array => values.subarray(row.first, row.last + 1);
  const [above, below] = side === 'upper' ? [BEHIND_LIP, 2 * step] : [2 * step, BEHIND_LIP];
  const top = Math.min(...seen(row.start)) - above;
  const rows = Math.ceil((Math.max(...seen(row.end)) + below - top) / step);
  const texture = {
    columns,
    rows,
    top: top - zero,
    y: new Uint8Array(columns * rows),
    u: new Uint8Array(columns * rows),
    v: new Uint8Array(columns * rows),
    cover: new Uint8Array(columns * rows),
    edge: edgeOf(row, side).map((edge) => edge - zero),
  };
  const { luma, red, blue } = readPlanes(frame);
  for (let column = 0; column < columns; column++) {
    const from = held(column);
    const start = row.start[from]! + CLEAR * step;
    const end = Math.max(start, row.end[from]! - CLEAR * step);
    const aside = asideOfColumn(from, columns);
    const edge = texture.edge[column]! + zero;
    const outside = Math.min(column - row.first, row.last - column) * step;
    for (let k = 0; k < rows; k++) {
      const down = top + (k + 0.5) * step;
      const at = k * columns + column;
      const taken = Math.max(start, Math.min(end, down));
      const x = place.x + aside * place.right[0] + taken * place.down[0];
      const y = place.y + aside * place.right[1] + taken * place.down[1];
      const hidden = Math.max(0, side === 'upper' ? start - down : down - end);
      const light = 1 - DARKER * Math.min(1, hidden / BEHIND_LIP);
      texture.y[at] = 16 + (luma(x, y) - 16) * light + 0.5;
      texture.u[at] = 128 + (blue(x, y) - 128) * light + 0.5;
      texture.v[at] = 128 + (red(x, y) - 128) * light + 0.5;
      const within = (side === 'upper' ? edge - down : down - edge) / step + 0.5;
      const share = Math.max(0, Math.min(1, within)) * Math.max(0, Math.min(1, outside / SIDE));
      texture.cover[at] = 255 * share + 0.5;
    }
  }
  return texture;
}

function edgeOf({ first, last, start, end }: ToothRow, side: 'upper' | 'lower'): Float32Array {
  const columns = start.length;
  const edge = side === 'upper' ? end : start;
  const arch = side === 'upper' ? UPPER_ARCH : LOWER_ARCH;
  return edge.map((value, column) => {
    if (column >= first && column <= last) return value;
    const nearest = column < first ? first : last;
    return (
      edge[nearest]! - arch * (asideOfColumn(column, columns) ** 2 - asideOfColumn(nearest, columns) ** 2)
    );
  });
}
