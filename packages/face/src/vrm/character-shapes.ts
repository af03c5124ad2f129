import type { ArkitShape } from '../arkit-shapes.js';
import type { Offsets, Primitive } from '../head/gltf-primitives.js';
import type { Placement, Point } from '../head/place-head.js';
import { type BoundChannel, eyeDegrees } from './character-channels.js';
import type { VrmFile } from './vrm-file.js';

/** The primitive with a shape for each channel that moves it, named as the channel is, in the place of the morphs. */
export function withChannelShapes(primitive: Primitive, channels: readonly BoundChannel[]): Primitive {
  const shapes = new Map<string, Offsets>();
  for (const { channel, binds } of channels) {
    const moved = binds.flatMap(({ key, weight }) => {
      const offsets = primitive.shapes.get(key);
      return offsets && weight !== 0 ? [{ offsets, weight }] : [];
    });
    if (moved.length > 0) shapes.set(channel.name, summed(moved));
  }
  return { ...primitive, shapes };
}

function summed(moved: readonly { readonly offsets: Offsets; readonly weight: number }[]): Offsets {
  const [first] = moved;
  if (moved.length === 1 && first!.weight === 1) return first!.offsets;
  const sums = new Map<number, [number, number, number]>();
  for (const { offsets, weight } of moved) {
    offsets.vertices.forEach((vertex, i) => {
      const sum = sums.get(vertex) ?? [0, 0, 0];
      for (let k = 0; k < 3; k++) sum[k]! += weight * offsets.values[3 * i + k]!;
      sums.set(vertex, sum);
    });
  }
  return { vertices: Float64Array.from(sums.keys()), values: Float64Array.from([...sums.values()].flat()) };
}

/**
 * The primitive with a shape for each look of ARKit that turns an eye by its bone: straight to where the turn of `eyeDegrees` brings
 * a vertex, which is an arc of a few degrees.
 */
export function withEyeTurns(
  primitive: Primitive,
  vrm: VrmFile,
  { eyes, facing }: { eyes: readonly (Point | undefined)[]; facing: Placement['facing'] },
): Primitive {
  const shapes = new Map(primitive.shapes);
  (['Left', 'Right'] as const).forEach((side, s) => {
    const eye = eyes[s];
    const follows = primitive.followsEyes[s];
    if (!eye || !follows) return;
    const kept = Float64Array.from(follows.keys()).filter((vertex) => follows[vertex]! > 0);
    if (kept.length === 0) return;
    for (const look of ['Up', 'Down', 'In', 'Out'] as const) {
      const shape: ArkitShape = `eyeLook${look}${side}`;
      const angle = (eyeDegrees(vrm, shape) * Math.PI) / 180;
      const values = new Float64Array(3 * kept.length);
      kept.forEach((vertex, i) => {
        const from = [0, 1, 2].map((k) => primitive.positions[3 * vertex + k]! - eye[k]!) as unknown as Point;
        const to =
          look === 'Up' || look === 'Down'
            ? pitched(from, facing * (look === 'Up' ? angle : -angle))
            : yawed(from, outwards(side) * (look === 'Out' ? angle : -angle));
        for (let k = 0; k < 3; k++) values[3 * i + k] = follows[vertex]! * (to[k]! - from[k]!);
      });
      shapes.set(shape, { vertices: kept, values });
    }
  });
  return { ...primitive, shapes };
}

/** To the person's left is outwards for the left eye: about +y by a positive angle, whichever way the file looks. */
function outwards(side: 'Left' | 'Right'): 1 | -1 {
  return side === 'Left' ? 1 : -1;
}

function yawed([x, y, z]: Point, angle: number): Point {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c * x + s * z, y, c * z - s * x];
}

/** What looks along +z looks up. */
function pitched([x, y, z]: Point, angle: number): Point {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [x, c * y + s * z, c * z - s * y];
}
