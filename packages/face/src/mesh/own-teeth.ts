import { readPlanes } from './plane-reading.js';
import { asideOfColumn, findTeeth, type SeenMouth, type ToothRow } from './teeth-rows.js';

/**
 * A row of teeth as a picture showed it, in widths of the mouth: columns from LEFT to -LEFT, rows as high as a column is wide,
 * from `top` down.
 */
export interface TeethTexture {
  readonly columns: number;
  readonly rows: number;
  readonly top: number;
  /** Bytes of Y, U and V, row by row; what a lip hid is filled up with what is next to it. */
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
  /** 0 to 255: where teeth were seen. */
  readonly cover: Uint8Array;
  /** A column: where the teeth end, also beyond those that were seen. */
  readonly edge: Float32Array;
}

/** The teeth of the face itself, from a picture with an open mouth. */
export interface SourceTeeth {
  /** From the middle of the closed mouth: upper teeth stand still. Null: not seen. */
  readonly upper: TeethTexture | null;
  /** From its own edge, in the middle: lower teeth go with the jaw. */
  readonly lower: TeethTexture | null;
  /** How far the mouth was open. */
  readonly opening: number;
}

const MAX_COLUMNS = 256;
/** What at least shows of the upper teeth below the closed lips' line. */
const MIN_SHOWN = 0.045;
/** Texels that are taken from so far inside, clear of the lip and the gap. */
const CLEAR = 1;
/** How far teeth go on behind the lip, and what they lose of their light on the way. */
const BEHIND_LIP = 0.14;
const DARKER = 0.2;
/** Over which width the outermost teeth that are seen go over into painted ones. */
const SIDE = 0.05;
/** Teeth that are not seen follow an arch: they rise by this times the square of the way aside. */
export const UPPER_ARCH = 0.2;
export const LOWER_ARCH = 0.22;

/** The teeth that an open mouth shows; null where it shows none. */
export function extractTeeth(mouth: SeenMouth, opening: number): SourceTeeth | null {
  const columns = Math.min(MAX_COLUMNS, Math.round(Math.hypot(...mouth.place.right)));
  const { upper, lower } = findTeeth(mouth, columns);
  if (upper === null && lower === null) return null;
  const middle = columns >> 1;
  // A lip that is raised as it opens uncovers more than one that keeps still, as ours do.
  const lift = upper ? Math.min(0, upper.end[middle]! - MIN_SHOWN) : 0;
  return {
    upper: upper && layTexture(mouth, upper, 'upper', lift),
    lower: lower && layTexture(mouth, lower, 'lower', lower.start[middle]!),
    opening,
  };
}

/** How much of both rows is seen, in squares of the mouth's width. */
export function areaOfTeeth({ upper, lower }: SourceTeeth): number {
  const area = ({ columns, cover }: TeethTexture): number =>
    cover.reduce((sum, value) => sum + value, 0) / 255 / columns ** 2;
  return (upper ? area(upper) : 0) + (lower ? area(lower) : 0);
}

/** `zero` is what the texture counts as 0, down. */
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
