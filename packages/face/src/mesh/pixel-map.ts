/**
 * Where the pixels of a rectangle of the picture come from: for each a position in the source, how much of it covers the
 * pixel, and how far it is darkened. A sheet is drawn into it, then painted.
 */
export interface PixelMap {
  /** The rectangle, in pixels of the picture, even; `right` and `bottom` excluded. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** [height x width] of the picture, as are those below; pixel centres lie at .5. Of use where something covers the pixel. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** 0 to 255; 0 where no sheet lies. */
  readonly cover: Uint8Array;
  /** 0 to 255: what is taken from the light. */
  readonly dark: Uint8Array;
}

/** A net of `columns` x `rings` points, row by row. */
export interface Sheet {
  readonly columns: number;
  readonly rings: number;
  /** x, y of each point: in the source, and where it goes. */
  readonly from: Float32Array;
  readonly to: Float32Array;
  /** 0 to 1 a point. */
  readonly cover: Float32Array;
  readonly dark: Float32Array;
  /** 1 where columns to rings turn clockwise on the screen, else -1: what has turned over is not seen and not drawn. */
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

/** All of the picture that the sheet reaches, in whole samples of colour. */
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
