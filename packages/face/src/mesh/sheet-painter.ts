import { type MeshMemory, MOST_POINTS } from './mesh-memory.js';
import { type PixelMap, reachOf, type Sheet } from './pixel-map.js';

/** Lays sheets over the target of a memory, with pixels from its source; see assembly/mesh. */
export interface SheetPainter {
  /** Where the pixels under the sheet come from. The arrays of the map are those of the one before. */
  draw(sheet: Sheet): PixelMap;
  /** Draws and paints it: bicubic for brightness, bilinear for colour. */
  paint(sheet: Sheet): void;
}

export function createSheetPainter(memory: MeshMemory): SheetPainter {
  const { calls, width, height, from, to, weights, map, sheet: room } = memory;
  const planes = [map.x, map.y, map.cover, map.dark].map(({ byteOffset }) => byteOffset) as Places;
  const points = [room.to, room.from, room.cover, room.dark].map(({ byteOffset }) => byteOffset) as Places;

  const draw = (sheet: Sheet): PixelMap => {
    const { columns, rings, winding } = sheet;
    if (columns * rings > MOST_POINTS)
      throw new RangeError(
        `Expected a sheet of at most ${MOST_POINTS} points, received ${columns} x ${rings}`,
      );
    room.to.set(sheet.to);
    room.from.set(sheet.from);
    room.cover.set(sheet.cover);
    room.dark.set(sheet.dark);
    const reach = reachOf(sheet, width, height);
    const { left, top, right, bottom } = reach;
    calls.drawSheet(...points, columns, rings, winding, ...planes, width, left, top, right, bottom);
    return { ...reach, ...map };
  };

  return {
    draw,
    paint: (sheet) => {
      const { left, top, right, bottom } = draw(sheet);
      calls.paintLuma(from.y, to.y, width, height, ...planes, left, top, right, bottom, weights);
      calls.paintChroma(from.u, from.v, to.u, to.v, width, height, ...planes, left, top, right, bottom);
    },
  };
}

type Places = [number, number, number, number];
