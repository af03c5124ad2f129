import { type AssembledMemory, assembled, openedOnce } from '../web-assembly.js';

/** assembly/blurred-plane.ts. Addresses are bytes of its memory. */
interface Exports extends AssembledMemory {
  blurPlane(...args: number[]): void;
}

const open = openedOnce(assembled<Exports>('blurred-plane'));

/** Blurs in place: means over (2 radius + 1) x (2 radius + 1) values, `rounds` times, edges repeated. */
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
  const oldRowBytes = 4 * (radius + 1) * width;
  workspace.begin(values.byteLength + lineBytes + oldRowBytes + 8 * width, 4);
  const plane = workspace.put(values);
  const [line, kept, sums] = [
    workspace.room(lineBytes),
    workspace.room(oldRowBytes),
    workspace.room(8 * width),
  ];
  exports.blurPlane(plane, width, height, radius, rounds, line, kept, sums);
  workspace.take(plane, values);
}
