import { type AssembledMemory, assembled } from '../web-assembly.js';
import { HEAD_RASTERISER_WASM } from './head-rasteriser.wasm.js';

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

/** Rows the rasteriser draws together, side of its tiles in pixels, bytes of its records (assembly/head/layout.ts). */
export const BAND_ROWS = 32;
export const TILE = 8;
export const PART_BYTES = 96;
export const VISIBLE_BYTES = 32;
export const TILE_BYTES = 8;
/** Bytes that the band has for a pixel: four depths, four colours, the farthest depth; and between its planes. */
const BAND_PIXEL_BYTES = 16 + 16 + 4;
const PLANE_PADDING = 192;
/** Pixels from a row of the band to the next: whole steps, and a tile. */
const PITCH_STEP = 64;

/** Tiles of a band. */
export function tileCount(width: number): number {
  return Math.ceil(width / TILE) * (BAND_ROWS / TILE);
}

export function bandBytes(width: number): number {
  const pitch = Math.ceil(width / PITCH_STEP) * PITCH_STEP + TILE;
  return pitch * BAND_ROWS * BAND_PIXEL_BYTES + 2 * PLANE_PADDING;
}

/** An instance with memory of its own, which begins small. */
export const createRasteriser = assembled<Rasteriser>(HEAD_RASTERISER_WASM, 'rasteriser');
