/**
 * Source positions for the pixels of a rectangle: for each pixel a position in the source, the coverage and
 * the darkening. A sheet is drawn into the map and then painted.
 */
export interface PixelMap {
  /** The rectangle in pixels of the image, even; `right` and `bottom` are exclusive. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /**
   * [height x width] of the image, like the arrays below. Pixel centres are at 0.5. Valid for covered pixels.
   */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** 0 to 255; 0 without a sheet. */
  readonly cover: Uint8Array;
  /** 0 to 255: share of light that is removed. */
  readonly dark: Uint8Array;
}

/** A grid of `columns` x `rings` points, row by row. */
export interface Sheet {
  readonly columns: number;
  readonly rings: number;
  /** x, y of each point in the source and in the target. */
  readonly from: Float32Array;
  readonly to: Float32Array;
  /** 0 to 1 for each point. */
  readonly cover: Float32Array;
  readonly dark: Float32Array;
  /**
   * 1 if the turn from columns to rings is clockwise on the screen, else -1. Folded triangles are invisible
   * and not drawn.
   */
  readonly winding: 1 | -1;
}

export function createSheet(columns: number, rings: number, winding: 1 | -1): Sheet {
  const points = columns * rings;
  return {
    columns,
    rings,
    from: new Float32Array(2 * points),
    to: new Float32Array(2 * points),
    cover: new Float32Array(points).fill(1),
    dark: new Float32Array(points),
    winding,
  };
}

export type Rectangle = Pick<PixelMap, 'left' | 'top' | 'right' | 'bottom'>;

/** Returns the area of the image that the sheet covers, in whole chroma samples. */
export function reachOf({ to }: Pick<Sheet, 'to'>, width: number, height: number): Rectangle {
  let x0 = width;
  let y0 = height;
  let x1 = 0;
  let y1 = 0;
  for (let at = 0; at < to.length; at += 2) {
    x0 = Math.min(x0, to[at]!);
    x1 = Math.max(x1, to[at]!);
    y0 = Math.min(y0, to[at + 1]!);
    y1 = Math.max(y1, to[at + 1]!);
  }
  const left = Math.max(0, Math.floor(x0)) & ~1;
  const top = Math.max(0, Math.floor(y0)) & ~1;
  return {
    left,
    top,
    right: Math.max(left, Math.min(width, (Math.ceil(x1) + 1) & ~1)),
    bottom: Math.max(top, Math.min(height, (Math.ceil(y1) + 1) & ~1)),
  };
}
