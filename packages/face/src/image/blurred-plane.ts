import { type AssembledMemory, assembled, openedOnce } from '../web-assembly.js';

/** assembly/blurred-plane.ts. Addresses are bytes of its memory. */
interface Exports extends AssembledMemory {
  blurPlane(
    values: number,
    width: number,
    height: number,
    radius: number,
    rounds: number,
    line: number,
    kept: number,
    sums: number,
  ): void;
}

const open = openedOnce(assembled<Exports>('blurred-plane'));

/**
 * Replaces values by means over (2 radius + 1) x (2 radius + 1) values, in place, `rounds` times. Beyond the
 * edge the last values are repeated.
 */
export function blurPlane(
  values: Float32Array,
  width: number,
  height: number,
  radius: number,
  rounds = 1,
): void {
  if (radius <= 0) return;
  const { exports, workspace } = open();
  const lineBytes = 4 * (width + 2 * radius + 1);
  const keptBytes = 4 * (radius + 1) * width;
  workspace.begin(values.byteLength + lineBytes + keptBytes + 8 * width, 4);
  const plane = workspace.put(values);
  const [line, kept, sums] = [
    workspace.room(lineBytes),
    workspace.room(keptBytes),
    workspace.room(8 * width),
  ];
  exports.blurPlane(plane, width, height, radius, rounds, line, kept, sums);
  workspace.take(plane, values);
}
