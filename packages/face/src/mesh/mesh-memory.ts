import { createFrame, type Frame, frameBytes } from '../picture/frame.js';
import { type AssembledMemory, assembled, PAGE_BYTES } from '../web-assembly.js';
import { CUBIC_PHASES, cubicWeights } from './cubic-weights.js';
import { MESH_CANVAS_WASM } from './mesh-canvas.wasm.js';
import type { PixelMap } from './pixel-map.js';

/** The memory of assembly/mesh-canvas.ts, laid out for pictures of one size. Places in it are in bytes. */
export interface MeshMemory {
  readonly calls: MeshCalls;
  readonly width: number;
  readonly height: number;
  /** A picture as it came: what is warped, and what sheets take their pixels from. */
  readonly source: Frame;
  /** What is drawn on. */
  readonly target: Frame;
  /** Where the planes of both stand. */
  readonly from: PlanePlaces;
  readonly to: PlanePlaces;
  /** The brightness of `source` in 16 bits, and its colour; no room without a net. */
  readonly wideLuma: number;
  readonly wideChroma: number;
  readonly weights: number;
  /** [2 x points]; see GridWarp, and where the points of the net go. */
  readonly net: Float32Array;
  readonly shift: Float32Array;
  /** A byte for each point of the net; see GridWarp. */
  readonly hidden: Uint8Array;
  /** For as many sheets at a time; what nothing is drawn into takes no memory. */
  readonly maps: readonly [MapRoom, MapRoom, MapRoom];
  /** Room for the points of a sheet, at most MOST_POINTS. */
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

/** What assembly/mesh-canvas.ts exports; see there. */
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

/** More than the sheets of a mouth have, or those of lids. */
export const MAX_POINTS = 512;
/** As in assembly/mesh/bicubic.ts. */
const WEIGHT_BYTES = 48;
/** Between planes, as more is read at a time than is needed. */
const BESIDE = 32;

const instantiate = assembled<MeshCalls>(MESH_CANVAS_WASM, 'mesh canvas');

/** `points`: of the net by which the whole picture is warped; 0 where it is not. */
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
