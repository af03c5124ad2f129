import { createFrame, type Frame, frameBytes } from '../image/frame.js';
import { type AssembledMemory, assembled, PAGE_BYTES } from '../web-assembly.js';
import type { PixelMap } from './pixel-map.js';

/** Number of tabulated fractions of a pixel. */
export const CUBIC_PHASES = 128;
/** Sum of the weights of a phase. */
export const CUBIC_ONE = 1024;

/**
 * Returns [CUBIC_PHASES][4]: weights of four neighbours in a row for a position between the middle two
 * (Catmull and Rom 1974, tension 0.5). They are whole numbers with the sum CUBIC_ONE, so that uniform areas
 * stay uniform.
 */
export function cubicWeights(): Int32Array {
  const weights = new Int32Array(4 * CUBIC_PHASES);
  for (let phase = 0; phase < CUBIC_PHASES; phase++) {
    const t = phase / CUBIC_PHASES;
    const [before, after, last] = [
      (((2 - t) * t - 1) * t) / 2,
      (((4 - 3 * t) * t + 1) * t) / 2,
      ((t - 1) * t * t) / 2,
    ].map((weight) => Math.round(weight * CUBIC_ONE)) as [number, number, number];
    weights.set([before, CUBIC_ONE - before - after - last, after, last], 4 * phase);
  }
  return weights;
}

/** Memory of assembly/mesh-canvas.ts for images of one size. Addresses are in bytes. */
export interface MeshMemory {
  readonly calls: MeshCalls;
  readonly width: number;
  readonly height: number;
  /** The unchanged image, which is warped and which sheets take their pixels from. */
  readonly source: Frame;
  /** The image that is drawn. */
  readonly target: Frame;
  /** Addresses of the planes of both images. */
  readonly from: PlanePlaces;
  readonly to: PlanePlaces;
  /** The brightness of `source` in 16 bits, and its colour. Empty without a grid. */
  readonly wideLuma: number;
  readonly wideChroma: number;
  readonly weights: number;
  /** [2 x points]; see GridWarp. `shift` has the targets of the points of the grid. */
  readonly net: Float32Array;
  readonly shift: Float32Array;
  /** A byte for each point of the grid; see GridWarp. */
  readonly hidden: Uint8Array;
  /** Maps for three sheets. Unused maps occupy no physical memory. */
  readonly maps: readonly [MapRoom, MapRoom, MapRoom];
  /** Buffers for the points of a sheet, at most MOST_POINTS. */
  readonly sheet: SheetRoom;
}

export interface PlanePlaces {
  readonly y: number;
  readonly u: number;
  readonly v: number;
}

/** See PixelMap. */
export type MapRoom = Pick<PixelMap, 'x' | 'y' | 'cover' | 'dark'>;

export interface SheetRoom {
  readonly to: Float32Array;
  readonly from: Float32Array;
  readonly cover: Float32Array;
  readonly dark: Float32Array;
}

/** Exports of assembly/mesh-canvas.ts. */
export interface MeshCalls extends AssembledMemory {
  turnNet(shift: number, net: number, columns: number, rows: number, step: number): void;
  widenLuma(from: number, to: number, pixels: number): void;
  widenChroma(fromU: number, fromV: number, to: number, samples: number): void;
  warpPicture(
    fromY: number,
    fromU: number,
    fromV: number,
    wideLuma: number,
    wideChroma: number,
    toY: number,
    toU: number,
    toV: number,
    width: number,
    height: number,
    net: number,
    columns: number,
    rows: number,
    step: number,
    hidden: number,
    weights: number,
  ): void;
  hideCells(
    cover: number,
    width: number,
    left: number,
    top: number,
    right: number,
    bottom: number,
    hidden: number,
    columns: number,
    step: number,
  ): void;
  drawSheet(
    to: number,
    from: number,
    cover: number,
    dark: number,
    columns: number,
    rings: number,
    winding: number,
    mapX: number,
    mapY: number,
    mapCover: number,
    mapDark: number,
    width: number,
    left: number,
    top: number,
    right: number,
    bottom: number,
  ): void;
  paintLuma(
    from: number,
    to: number,
    width: number,
    height: number,
    mapX: number,
    mapY: number,
    mapCover: number,
    mapDark: number,
    left: number,
    top: number,
    right: number,
    bottom: number,
    weights: number,
  ): void;
  paintChroma(
    fromU: number,
    fromV: number,
    toU: number,
    toV: number,
    width: number,
    height: number,
    mapX: number,
    mapY: number,
    mapCover: number,
    mapDark: number,
    left: number,
    top: number,
    right: number,
    bottom: number,
  ): void;
}

/** Maximum number of points of a sheet. Sheets of mouths and lids have fewer. */
export const MAX_POINTS = 512;
/** Same value as in assembly/mesh/bicubic.ts. */
const WEIGHT_BYTES = 48;
/** Padding between planes in bytes, because vector loads read more than needed. */
const BESIDE = 32;

const instantiate = assembled<MeshCalls>('mesh-canvas');

/** `points`: number of points of the grid that warps the whole image; 0 without a grid. */
export function createMeshMemory(width: number, height: number, points: number): MeshMemory {
  const calls = instantiate();
  const { memory, heapBase } = calls;
  const pixels = width * height;
  let end = heapBase();
  const room = (bytes: number): number => {
    const start = Math.ceil(end / 16) * 16;
    end = start + bytes + BESIDE;
    return start;
  };
  const weights = room(WEIGHT_BYTES * CUBIC_PHASES);
  const net = room(8 * points);
  const shift = room(8 * points);
  const from = room(frameBytes(width, height));
  const to = room(frameBytes(width, height));
  const wideLuma = room(points > 0 ? 2 * pixels : 0);
  const wideChroma = room(points > 0 ? pixels : 0);
  const hidden = room(points);
  const mapRoom = () => ({
    x: room(4 * pixels),
    y: room(4 * pixels),
    cover: room(pixels),
    dark: room(pixels),
  });
  const maps = [mapRoom(), mapRoom(), mapRoom()] as const;
  const sheet = [2, 2, 1, 1].map((each) => room(4 * each * MAX_POINTS)) as [number, number, number, number];
  memory.grow(Math.max(0, Math.ceil((end - memory.buffer.byteLength) / PAGE_BYTES)));
  const { buffer } = memory;
  storeWeights(new DataView(buffer, weights));

  const frameAt = (start: number): Frame =>
    createFrame(width, height, new Uint8Array(buffer, start, frameBytes(width, height)));
  const planesAt = (y: number): PlanePlaces => ({ y, u: y + pixels, v: y + pixels + pixels / 4 });
  const floats = (start: number, length: number): Float32Array => new Float32Array(buffer, start, length);
  const bytes = (start: number, length: number): Uint8Array => new Uint8Array(buffer, start, length);
  const mapAt = ({ x, y, cover, dark }: ReturnType<typeof mapRoom>): MapRoom => ({
    x: floats(x, pixels),
    y: floats(y, pixels),
    cover: bytes(cover, pixels),
    dark: bytes(dark, pixels),
  });
  return {
    calls,
    width,
    height,
    source: frameAt(from),
    target: frameAt(to),
    from: planesAt(from),
    to: planesAt(to),
    wideLuma,
    wideChroma,
    weights,
    net: floats(net, 2 * points),
    shift: floats(shift, 2 * points),
    hidden: bytes(hidden, points),
    maps: [mapAt(maps[0]), mapAt(maps[1]), mapAt(maps[2])],
    sheet: {
      to: floats(sheet[0], 2 * MAX_POINTS),
      from: floats(sheet[1], 2 * MAX_POINTS),
      cover: floats(sheet[2], MAX_POINTS),
      dark: floats(sheet[3], MAX_POINTS),
    },
  };
}

function storeWeights(to: DataView): void {
  const cubic = cubicWeights();
  for (let phase = 0; phase < CUBIC_PHASES; phase++)
    for (let i = 0; i < 8; i++) {
      to.setInt16(phase * WEIGHT_BYTES + 2 * i, cubic[4 * phase + (i & 3)]!, true);
      to.setInt32(phase * WEIGHT_BYTES + 16 + 4 * i, cubic[4 * phase + (i >> 1)]!, true);
    }
}
