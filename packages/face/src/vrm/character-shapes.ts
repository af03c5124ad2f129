import type { ArkitShape } from '../arkit-shapes.js';
import { MAX_OFFSETS, type Offsets, type Primitive } from '../head/gltf-primitives.js';
import { HeadError, type Placement } from '../head/head.js';
import type { Point } from '../head/place-head.js';
import { type BoundChannel, eyeDegrees } from './character-channels.js';
import type { VrmFile } from './vrm-file.js';

/**
 * Returns the primitives with one shape for each channel instead of their morphs, named as the channel.
 * Throws HeadError if channels share morphs so that a head has too many offsets.
 */
export function withChannelShapes(
  primitives: readonly Primitive[],
  channels: readonly BoundChannel[],
): readonly Primitive[] {
  const shown = weightsByMorph(channels);
  let total = 0;
  return primitives.map((primitive) => {
    const moved = new Map<string, { readonly offsets: Offsets; readonly weight: number }[]>();
    for (const [key, offsets] of primitive.shapes) {
      for (const [channel, weight] of shown.get(key) ?? []) {
        total += offsets.vertices.length;
        const list = moved.get(channel) ?? [];
        list.push({ offsets, weight });
        moved.set(channel, list);
      }
    }
    if (total > MAX_OFFSETS)
      throw new HeadError(`Expected a VRM whose expressions move at most ${MAX_OFFSETS} vertices together`);
    return { ...primitive, shapes: new Map([...moved].map(([channel, list]) => [channel, summed(list)])) };
  });
}

/** Returns the weight of each morph in each channel. A morph that a channel lists twice gets the sum. */
function weightsByMorph(channels: readonly BoundChannel[]): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const shown = new Map<string, Map<string, number>>();
  for (const { channel, binds } of channels) {
    for (const { key, weight } of binds) {
      const weights = shown.get(key) ?? new Map<string, number>();
      weights.set(channel.name, (weights.get(channel.name) ?? 0) + weight);
      shown.set(key, weights);
    }
  }
  return shown;
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
 * Returns the primitive with a shape for each eyeLook of ARKit that turns an eye by its bone. The offsets
 * lead straight to the position after the turn of `eyeDegrees`, an arc of a few degrees.
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
    const followers = Float64Array.from(follows.keys()).filter((vertex) => follows[vertex]! > 0);
    if (followers.length === 0) return;
    for (const look of ['Up', 'Down', 'In', 'Out'] as const) {
      const shape: ArkitShape = `eyeLook${look}${side}`;
      const angle = (eyeDegrees(vrm, shape) * Math.PI) / 180;
      const values = new Float64Array(3 * followers.length);
      followers.forEach((vertex, i) => {
        const from = [0, 1, 2].map((k) => primitive.positions[3 * vertex + k]! - eye[k]!) as unknown as Point;
        const to =
          look === 'Up' || look === 'Down'
            ? pitched(from, facing * (look === 'Up' ? angle : -angle))
            : yawed(from, outwards(side) * (look === 'Out' ? angle : -angle));
        for (let k = 0; k < 3; k++) values[3 * i + k] = follows[vertex]! * (to[k]! - from[k]!);
      });
      shapes.set(shape, { vertices: followers, values });
    }
  });
  return { ...primitive, shapes };
}

/** The person's left is outwards for the left eye: a positive angle about +y in every file. */
function outwards(side: 'Left' | 'Right'): 1 | -1 {
  return side === 'Left' ? 1 : -1;
}

function yawed([x, y, z]: Point, angle: number): Point {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c * x + s * z, y, c * z - s * x];
}

/** A positive angle makes a point that looks along +z look up. */
function pitched([x, y, z]: Point, angle: number): Point {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [x, c * y + s * z, c * z - s * y];
}
