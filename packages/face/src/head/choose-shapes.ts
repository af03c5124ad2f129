import { ARKIT_SHAPES, type ArkitShape } from '../arkit-shapes.js';
import { VISEMES } from '../timeline/mouth/mouth-shapes.js';
import { kindOf } from '../vrm/character-channels.js';
import { type Eyes, findEyes } from './find-eyes.js';
import type { SceneNode } from './gltf-nodes.js';
import type { Primitive } from './gltf-primitives.js';
import { type HeadChannel, HeadError } from './head.js';
import { effectOf, MIN_EFFECT, MIN_OPENING, visibleFace } from './part-role.js';
import type { VisemeShape } from './shape-names.js';

/** A mouth speaks by the shapes of ARKit only if each of these moves it. */
const MOUTH: readonly ArkitShape[] = ['jawOpen', 'mouthClose', 'mouthFunnel', 'mouthPucker'];
const LIDS: readonly ArkitShape[] = ['eyeBlinkLeft', 'eyeBlinkRight'];
const VISEME_SHAPES: readonly VisemeShape[] = VISEMES.map((viseme) => `viseme_${viseme}` as const);
/** A mouth speaks by visemes if one of each list moves it. The other visemes close the lips, or show teeth and tongue. */
const SPOKEN: readonly (readonly VisemeShape[])[] = [
  ['viseme_aa'],
  ['viseme_E', 'viseme_ih'],
  ['viseme_oh', 'viseme_ou'],
];
/** Shapes that count only if they move a visible part of the face. */
const OF_THE_FACE: ReadonlySet<string> = new Set(MOUTH);
const OPENING: ReadonlySet<string> = new Set(['jawOpen', 'viseme_aa']);

export interface ChosenShapes {
  readonly eyes: Eyes;
  /** See `Head.channels`: undefined if the head speaks by the shapes of ARKit. */
  readonly channels: readonly HeadChannel[] | undefined;
  /** Whether a shape moves something that can be seen. */
  readonly moves: (shape: string) => boolean;
  readonly notes: readonly string[];
}

/**
 * Chooses the shapes that move the face of a GLB: the ARKit shapes if they move its mouth and its lids, else
 * its visemes. The effect of a shape decides, not its name. Throws HeadError if no shape opens the mouth.
 */
export function chooseShapes(primitives: readonly Primitive[], nodes: readonly SceneNode[]): ChosenShapes {
  const has = (shape: string): boolean => primitives.some(({ shapes }) => shapes.has(shape));
  const opening = ['jawOpen', 'viseme_aa'].find(has);
  const needed = [...MOUTH, ...LIDS];
  if (opening === undefined)
    throw new HeadError(
      lackingMessage(
        needed.filter((shape) => !has(shape)),
        [],
      ),
    );
  const eyes = findEyes(primitives, nodes, opening);
  const face = visibleFace(primitives);
  const moves = (shape: string): boolean => {
    const isMouth = OF_THE_FACE.has(shape) || shape.startsWith('viseme_');
    const effect = eyes.scale * effectOf(isMouth ? face : primitives, shape);
    return effect >= (OPENING.has(shape) ? MIN_OPENING : MIN_EFFECT);
  };
  const lacking = needed.filter((shape) => !moves(shape));
  if (lacking.length === 0) return { eyes, channels: undefined, moves, notes: [] };
  if (!SPOKEN.every((shapes) => shapes.some(moves))) {
    const named: readonly string[] = [...lacking, 'viseme_aa'];
    throw new HeadError(
      lackingMessage(
        lacking.filter((shape) => !has(shape)),
        named.filter((shape) => has(shape) && !moves(shape)),
      ),
    );
  }
  const spokenBy = VISEME_SHAPES.filter((shape) => shape !== 'viseme_sil' && moves(shape));
  const others = ARKIT_SHAPES.filter((shape) => kindOf(shape) !== 'mouth' && moves(shape));
  return {
    eyes,
    channels: [
      ...spokenBy.map((name): HeadChannel => ({ name, kind: 'mouth', isBinary: false, overrides: {} })),
      ...others.map((name): HeadChannel => ({ name, kind: kindOf(name), isBinary: false, overrides: {} })),
    ],
    moves,
    notes: [
      'The head speaks by its visemes (viseme_*), for its ARKit shapes do not move the whole mouth: smiles are not shown',
      ...(LIDS.every((lid) => others.includes(lid))
        ? []
        : ['The head has no shapes to blink with: its eyes stay open']),
      ...(eyes.by === 'mouth'
        ? ['The place of the eyes is guessed: the head has no lids that move and no meshes or joints of eyes']
        : []),
    ],
  };
}

function lackingMessage(missing: readonly string[], still: readonly string[]): string {
  return [
    'Expected the 52 ARKit shapes or the 15 visemes of Oculus (viseme_aa ...), named in mesh.extras.targetNames',
    missing.length > 0 ? `missing: ${missing.join(', ')}` : '',
    still.length > 0
      ? `in the file, but moves nothing that can be seen (less than ${1000 * MIN_OPENING} mm for a mouth that opens): ${still.join(', ')}. Export the head with the offsets of its shapes on the mesh of the face`
      : '',
  ]
    .filter((part) => part !== '')
    .join('; ');
}
