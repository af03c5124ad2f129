import { VISEMES, type Viseme } from '../timeline/mouth/viseme-shapes.js';

/** The name under which a head keeps the shape of a viseme. */
export type VisemeShape = `viseme_${Viseme}`;

const BY_PLAIN_NAME = new Map<string, VisemeShape>([
  ...VISEMES.map((viseme) => [viseme.toLowerCase(), `viseme_${viseme}`] as const),
  // The Oculus headers name the vowels by letters, as Ready Player Me and Avaturn do.
  ['i', 'viseme_ih'],
  ['o', 'viseme_oh'],
  ['u', 'viseme_ou'],
]);
/** "viseme_aa", "Face.Viseme_AA", "visemeAA", and "vrc.v_aa" of VRChat. */
const PREFIXES = ['viseme', 'vrc.v'];

/** The viseme of the Oculus set that a file means; undefined for any other name. */
export function visemeShapeOf(name: string): VisemeShape | undefined {
  const plain = name.toLowerCase();
  for (const prefix of PREFIXES) {
    const at = plain.lastIndexOf(prefix);
    if (at === -1) continue;
    const shape = BY_PLAIN_NAME.get(plain.slice(at + prefix.length).replace(/^[_. -]/, ''));
    if (shape) return shape;
  }
  return undefined;
}

/** The viseme of a shape of that name; undefined for any other shape. */
export function visemeOfShape(name: string): Viseme | undefined {
  return BY_SHAPE.get(name);
}

const BY_SHAPE = new Map<string, Viseme>(VISEMES.map((viseme) => [`viseme_${viseme}`, viseme]));
