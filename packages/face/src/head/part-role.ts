import type { Primitive } from './gltf-primitives.js';
import type { PartRole } from './head.js';

/** Names of meshes and materials by avatar makers. The first match counts. */
const NAMES: readonly (readonly [RegExp, PartRole])[] = [
  [/lash/i, 'lashes'],
  [/brow/i, 'brows'],
  [/teeth|tooth|denture/i, 'teeth'],
  [/tongue/i, 'tongue'],
  [/hair|beard|moustache/i, 'hair'],
  [/^mouth|mouth_?(bag|cavity|interior)|oral/i, 'mouth'],
  [/^eye(_?[lr])?$|eye_?(ball|left|right)|iris|cornea|sclera/i, 'eye'],
  [/skin|head|face/i, 'skin'],
];

export function partRole(mesh: string, material: string): PartRole {
  for (const name of [mesh, material]) {
    const found = NAMES.find(([pattern]) => pattern.test(name));
    if (found) return found[1];
  }
  return 'other';
}

/** Least movement of a shape that opens the mouth, in metres on a head of human size. */
export const MIN_OPENING = 0.002;
/** Least movement of any other shape, in metres on a head of human size. */
export const MIN_EFFECT = 0.0004;

/** Roles of meshes behind the face or attached to it. An open mouth is not visible on them. */
const NOT_THE_FACE = new Set(['mouth', 'teeth', 'tongue', 'eye', 'hair', 'brows', 'lashes']);

/** Returns the visible primitives of the face, or all visible ones if their names do not distinguish a face. */
export function visibleFace(primitives: readonly Primitive[]): readonly Primitive[] {
  const seen = primitives.filter(isOpaqueEnough);
  const face = seen.filter(({ name, material }) => !NOT_THE_FACE.has(partRole(name, material.name)));
  return face.length > 0 ? face : seen;
}

/**
 * Measures how far a shape deforms its meshes, in the units of the file. A shape that moves all vertices alike deforms them by 0. Returns
 * 0 if no primitive has the shape.
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
