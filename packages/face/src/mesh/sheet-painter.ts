import { MAX_POINTS, type MapRoom, type MeshMemory } from './mesh-memory.js';
import { type PixelMap, type Rectangle, reachOf, type Sheet } from './pixel-map.js';

/** Lays sheets over the target of a memory, with pixels from its source; see assembly/mesh. */
export interface SheetPainter {
  /** Where the pixels under the sheet come from. The arrays of the map are those of the painter. */
  draw(sheet: Sheet): PixelMap;
  /** Paints what was drawn last: bicubic for brightness, bilinear for colour. */
  paintDrawn(): void;
  /** Draws and paints it. */
  paint(sheet: Sheet): void;
}

/** What is drawn stays in `map`, which is of the memory, until the next is. */
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
