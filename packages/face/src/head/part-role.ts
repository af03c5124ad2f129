import type { PartRole } from './head.js';

/** Names as avatar makers give them to meshes and materials; the first that fits. */
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
