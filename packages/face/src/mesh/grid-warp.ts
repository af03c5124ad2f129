import type { Frame } from '../picture/frame.js';
import { type AssembledMemory, assembled, PAGE_BYTES } from '../web-assembly.js';
import { CUBIC_PHASES, cubicWeights } from './cubic-weights.js';
import { GRID_WARP_WASM } from './grid-warp.wasm.js';
import type { SourceRows } from './paint-map.js';

/** Moves a whole picture by a net of shifts; see assembly/grid-warp.ts. */
export interface GridWarp {
  /** A frame as it came: what is warped, and what sheets take their pixels from. Filled by `take`. */
  readonly source: SourceRows;
  /**
   * [rows x columns x 2], to be filled: where the pixel at each point comes from, less where it is. Points stand `step` pixels
   * apart; what lies between four noughts is not touched. In cells at the border, which nothing may come in from beyond, places
   * are held two pixels inside.
   */
  readonly net: Float32Array;
  take(frame: Frame): void;
  /** Warps what was taken, into `frame`. */
  warp(frame: Frame): void;
}

interface Exports extends AssembledMemory {
  widenLuma(from: number, to: number, pixels: number): void;
  warpLuma(
    from: number,
    wide: number,
    to: number,
    width: number,
    height: number,
    net: number,
    columns: number,
    rows: number,
    step: number,
    weights: number,
  ): void;
  warpChroma(
    fromU: number,
    fromV: number,
    toU: number,
    toV: number,
    width: number,
    height: number,
    net: number,
    columns: number,
    rows: number,
    step: number,
  ): void;
}

/** As in assembly/grid-warp.ts. */
const WEIGHT_BYTES = 48;
/** Between planes, as more is read at a time than is needed. */
const BESIDE = 32;

const instantiate = assembled<Exports>(GRID_WARP_WASM, 'grid warp');

export interface GridWarpSize {
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  /** Even. */
  readonly step: number;
}

export function createGridWarp({ width, height, columns, rows, step }: GridWarpSize): GridWarp {
  const { memory, heapBase, widenLuma, warpLuma, warpChroma } = instantiate();
  const pixels = width * height;
  const samples = pixels / 4;
  const weights = Math.ceil(heapBase() / 16) * 16;
  const net = weights + WEIGHT_BYTES * CUBIC_PHASES;
  const from = net + 8 * columns * rows + BESIDE;
  const to = from + pixels + 2 * samples + BESIDE;
  const wide = to + pixels + 2 * samples + BESIDE;
  const bytes = wide + 2 * pixels + BESIDE;
  memory.grow(Math.max(0, Math.ceil((bytes - memory.buffer.byteLength) / PAGE_BYTES)));
  storeWeights(new DataView(memory.buffer, weights));
  const view = (start: number, length: number): Uint8Array => new Uint8Array(memory.buffer, start, length);
  const target = view(to, pixels + 2 * samples);

  return {
    source: {
      width,
      height,
      y: view(from, pixels),
      u: view(from + pixels, samples),
      v: view(from + pixels + samples, samples),
    },
    net: new Float32Array(memory.buffer, net, 2 * columns * rows),
    take: ({ bytes: own }) => {
      view(from, own.length).set(own);
      widenLuma(from, wide, pixels);
    },
    warp: ({ bytes: own }) => {
      target.set(own);
      warpLuma(from, wide, to, width, height, net, columns, rows, step, weights);
      const u = pixels;
      const v = pixels + samples;
      warpChroma(from + u, from + v, to + u, to + v, width / 2, height / 2, net, columns, rows, step);
      own.set(target);
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
