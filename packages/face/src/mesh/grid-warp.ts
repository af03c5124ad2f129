import type { MeshMemory } from './mesh-memory.js';
import type { PixelMap } from './pixel-map.js';

/** Warps a whole image by a grid of shifts; see assembly/mesh/grid-warp.ts. */
export interface GridWarp {
  /**
   * [rows x columns x 2], filled by the caller: source position of the pixel at each point, relative to the
   * point. Points are `step` pixels apart. Cells with four zeros stay unchanged. In cells at the border,
   * source positions are clamped to two pixels inside.
   */
  readonly net: Float32Array;
  /** Reads the source of the memory after it changed. */
  read(): void;
  /**
   * Excludes cells that the sheet of a map covers completely from the next warp, because the sheet is painted
   * over them.
   */
  hide(map: PixelMap): void;
  /** Warps the last read source into the target, except for hidden cells. */
  warp(): void;
}

export interface Net {
  readonly columns: number;
  readonly rows: number;
  /** Even. */
  readonly step: number;
}

/** `memory` must be created for the points of the net. */
export function createGridWarp(memory: MeshMemory, { columns, rows, step }: Net): GridWarp {
  const { calls, width, height, source, target, from, to, wideLuma, wideChroma, weights, net, hidden } =
    memory;
  const at = net.byteOffset;
  return {
    net,
    read: () => {
      calls.widenLuma(from.y, wideLuma, width * height);
      calls.widenChroma(from.u, from.v, wideChroma, (width * height) / 4);
    },
    hide: ({ cover, left, top, right, bottom }) =>
      calls.hideCells(cover.byteOffset, width, left, top, right, bottom, hidden.byteOffset, columns, step),
    warp: () => {
      target.bytes.set(source.bytes);
      calls.warpPicture(
        from.y,
        from.u,
        from.v,
        wideLuma,
        wideChroma,
        to.y,
        to.u,
        to.v,
        width,
        height,
        at,
        columns,
        rows,
        step,
        hidden.byteOffset,
        weights,
      );
      hidden.fill(0);
    },
  };
}
