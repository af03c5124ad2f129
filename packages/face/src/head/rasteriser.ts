import { type AssembledMemory, assembled, PAGE_BYTES } from '../web-assembly.js';

const ALIGNMENT = 16;

type Values = Uint8Array | Float32Array | Uint32Array | Int32Array;

/** Allocates memory of a rasteriser sequentially. Memory is never freed. */
export interface RasteriserMemory {
  /** Returns the address of `bytes` zeroed bytes. */
  reserve(bytes: number): number;
  /** Reserves memory and copies `values` into it. */
  store(values: Values): number;
  /** Copies `values` to reserved memory. */
  write(address: number, values: Values): void;
  readonly bytes: number;
}

export function createRasteriserMemory({ memory, heapBase }: Rasteriser): RasteriserMemory {
  let end = heapBase();
  const reserve = (bytes: number): number => {
    const at = Math.ceil(end / ALIGNMENT) * ALIGNMENT;
    end = at + bytes;
    // One additional page: the rasteriser loads eight bytes when it needs four.
    const missing = Math.ceil((end + PAGE_BYTES - memory.buffer.byteLength) / PAGE_BYTES);
    if (missing > 0) memory.grow(missing);
    return at;
  };
  const write = (address: number, values: Values): void => {
    new Uint8Array(memory.buffer, address).set(
      new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
    );
  };
  return {
    reserve,
    write,
    store: (values) => {
      const at = reserve(values.byteLength);
      write(at, values);
      return at;
    },
    get bytes() {
      return memory.buffer.byteLength;
    },
  };
}

/** assembly/head-rasteriser.ts. Addresses are bytes of its memory. */
export interface Rasteriser extends AssembledMemory {
  morph(
    rest: number,
    morphed: number,
    vertices: number,
    weights: number,
    shapes: number,
    starts: number,
    indices: number,
    offsets: number,
  ): void;
  project(morphed: number, screen: number, light: number, vertices: number, transforms: number): void;
  addNormals(
    morphed: number,
    triangles: number,
    first: number,
    count: number,
    welded: number,
    normals: number,
  ): void;
  surfacePoints(
    morphed: number,
    welded: number,
    normals: number,
    first: number,
    count: number,
    directions: number,
    points: number,
  ): void;
  strandPoints(
    morphed: number,
    strands: number,
    first: number,
    count: number,
    away: number,
    directions: number,
    points: number,
  ): void;
  listVisible(
    parts: number,
    partCount: number,
    triangles: number,
    screen: number,
    width: number,
    height: number,
    visible: number,
    firstBands: number,
    lastBands: number,
  ): number;
  clearBand(band: number, touched: number, width: number): void;
  drawBand(
    visible: number,
    firstBands: number,
    lastBands: number,
    count: number,
    screen: number,
    coordinates: number,
    points: number,
    band: number,
    touched: number,
    tiles: number,
    background: number,
    width: number,
    height: number,
    top: number,
  ): void;
  resolveBand(
    band: number,
    touched: number,
    background: number,
    empty: number,
    frame: number,
    width: number,
    height: number,
    top: number,
  ): void;
  fillBackground(band: number, background: number, empty: number, width: number, height: number): void;
}

/**
 * Rows that the rasteriser draws together, side of its tiles in pixels, bytes of its records
 * (assembly/head/layout.ts).
 */
export const BAND_ROWS = 32;
export const TILE = 8;
export const PART_BYTES = 96;
export const VISIBLE_BYTES = 32;
export const TILE_BYTES = 8;
/**
 * Bytes of a pixel in the band: four depths, four colours, the farthest depth. The padding is between its
 * planes.
 */
const BAND_PIXEL_BYTES = 16 + 16 + 4;
const PLANE_PADDING = 192;
/** Step of the row length of the band in pixels. A row is padded to whole steps plus one tile. */
const PITCH_STEP = 64;

/** Returns the number of tiles of a band. */
export function tileCount(width: number): number {
  return Math.ceil(width / TILE) * (BAND_ROWS / TILE);
}

export function bandBytes(width: number): number {
  const pitch = Math.ceil(width / PITCH_STEP) * PITCH_STEP + TILE;
  return pitch * BAND_ROWS * BAND_PIXEL_BYTES + 2 * PLANE_PADDING;
}

/** Creates an instance with separate memory, which grows as needed. */
export const createRasteriser = assembled<Rasteriser>('head-rasteriser');
