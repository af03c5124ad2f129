import { ARKIT_SHAPES, type ArkitShape } from '../arkit-shapes.js';

const BY_PLAIN_NAME = new Map(ARKIT_SHAPES.map((name) => [name.toLowerCase(), name]));

/**
 * The ARKit shape that a file means: "eyeBlinkLeft", and what exporters make of it ("Face.EyeBlink_L", "mesh_eyeBlinkLeft",
 * "eye_blink_left"). Undefined for any other name.
 */
export function arkitShapeOf(name: string): ArkitShape | undefined {
  const plain = name
    .slice(name.lastIndexOf('.') + 1)
    .replace(/_l$/i, 'Left')
    .replace(/_r$/i, 'Right')
    .toLowerCase();
  const words = plain.split('_');
  for (let first = 0; first < words.length; first++) {
    const shape = BY_PLAIN_NAME.get(words.slice(first).join(''));
    if (shape) return shape;
  }
  return undefined;
}
