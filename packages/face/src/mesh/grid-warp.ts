import type { MeshMemory } from './mesh-memory.js';
import type { PixelMap } from './pixel-map.js';

/** Moves a whole picture by a net of shifts; see assembly/mesh/grid-warp.ts. */
export interface GridWarp {
  /**
   * [rows x columns x 2], to be filled: where the pixel at each point comes from, less where it is. Points stand `step` pixels
   * apart; what lies between four noughts is not touched. In cells at the border, which nothing may come in from beyond, places
   * are held two pixels inside.
   */
  readonly net: Float32Array;
  /** Reads the source of the memory, once it is another one. */
  read(): void;
  /** Cells that the sheet of a map covers wholly are left out of the next warp: it is to be painted over them. */
  hide(map: PixelMap): void;
  /** Warps the source that was read last into the target, all of it but for what is hidden. */
  warp(): void;
}

export interface Net {
  readonly columns: number;
  readonly rows: number;
  /** Even. */
  readonly step: number;
}

/** `memory` has room for the points of the net. */
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
