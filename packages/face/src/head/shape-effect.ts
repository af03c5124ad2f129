import type { Primitive } from './gltf-primitives.js';
import { partRole } from './part-role.js';

/** Metres, on a head of a person's size, by which a shape that opens the mouth moves something at least. */
export const OPENING_EFFECT = 0.002;
/** The same of a shape that does anything else with the face. */
export const LEAST_EFFECT = 0.0004;

/** Meshes that hide behind the face, or hang on it: a mouth that opens is seen on none of them. */
const NOT_THE_FACE = new Set(['mouth', 'teeth', 'tongue', 'eye', 'hair', 'brows', 'lashes']);

/** The primitives that show the face: all of them if their names tell none apart. */
export function visibleFace(primitives: readonly Primitive[]): readonly Primitive[] {
  const seen = primitives.filter(isOpaqueEnough);
  const face = seen.filter(({ name, material }) => !NOT_THE_FACE.has(partRole(name, material.name)));
  return face.length > 0 ? face : seen;
}

/**
 * How far a shape bends what it moves, in the units of the file: a shape that moves its meshes as a whole bends nothing. 0 for a
 * shape that no primitive has.
 */
export function effectOf(primitives: readonly Primitive[], shape: string): number {
  let [least, most, moved, vertices] = [Number.POSITIVE_INFINITY, 0, 0, 0];
  for (const { shapes, positions } of primitives) {
    const offsets = shapes.get(shape);
    if (!offsets) continue;
    vertices += positions.length / 3;
    moved += offsets.vertices.length;
    for (let i = 0; i < offsets.values.length; i += 3) {
      const move = Math.hypot(offsets.values[i]!, offsets.values[i + 1]!, offsets.values[i + 2]!);
      least = Math.min(least, move);
      most = Math.max(most, move);
    }
  }
  return moved > 0 && moved === vertices ? most - least : most;
}

function isOpaqueEnough({ material: { alpha, colour, cutoff } }: Primitive): boolean {
  const opacity = colour[3]!;
  if (alpha === 'opaque') return true;
  return alpha === 'mask' ? opacity >= cutoff : opacity > 0.02;
}
