import { MAX_POINTS, type MapRoom, type MeshMemory } from './mesh-memory.js';
import { type PixelMap, type Rectangle, reachOf, type Sheet } from './pixel-map.js';

/** Draws sheets over the target of a memory, with pixels from its source; see assembly/mesh. */
export interface SheetPainter {
  /**
   * Computes the source positions of the pixels under the sheet. The arrays of the map belong to the painter.
   */
  draw(sheet: Sheet): PixelMap;
  /** Paints the last drawn sheet: bicubic for brightness, bilinear for colour. */
  paintDrawn(): void;
  /** Draws and paints a sheet. */
  paint(sheet: Sheet): void;
}

/** The drawn sheet stays in `map`, which belongs to the memory, until the next call of `draw`. */
export function createSheetPainter(memory: MeshMemory, map: MapRoom = memory.maps[0]): SheetPainter {
  const { calls, width, height, from, to, weights, sheet: room } = memory;
  const planes = [map.x, map.y, map.cover, map.dark].map(({ byteOffset }) => byteOffset) as Places;
  const points = [room.to, room.from, room.cover, room.dark].map(({ byteOffset }) => byteOffset) as Places;
  let reach: Rectangle = { left: 0, top: 0, right: 0, bottom: 0 };

  const draw = (sheet: Sheet): PixelMap => {
    const { columns, rings, winding } = sheet;
    if (columns * rings > MAX_POINTS)
      throw new RangeError(
        `Expected a sheet of at most ${MAX_POINTS} points, received ${columns} x ${rings}`,
      );
    room.to.set(sheet.to);
    room.from.set(sheet.from);
    room.cover.set(sheet.cover);
    room.dark.set(sheet.dark);
    reach = reachOf(sheet, width, height);
    const { left, top, right, bottom } = reach;
    calls.drawSheet(...points, columns, rings, winding, ...planes, width, left, top, right, bottom);
    return { ...reach, ...map };
  };

  const paintDrawn = (): void => {
    const { left, top, right, bottom } = reach;
    calls.paintLuma(from.y, to.y, width, height, ...planes, left, top, right, bottom, weights);
    calls.paintChroma(from.u, from.v, to.u, to.v, width, height, ...planes, left, top, right, bottom);
  };

  return {
    draw,
    paintDrawn,
    paint: (sheet) => {
      draw(sheet);
      paintDrawn();
    },
  };
}

type Places = [number, number, number, number];
