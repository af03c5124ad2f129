import type { Pull } from './articulations.js';
import { MOUTH_SHAPES, type MouthShape } from './mouth-shapes.js';

export const ARTICULATORS = ['jaw', 'lips', 'protrusion', 'tongue'] as const satisfies (keyof Pull)[];

const ARTICULATOR_OF: Readonly<Partial<Record<MouthShape, keyof Pull>>> = {
  jawOpen: 'jaw',
  mouthFunnel: 'protrusion',
  mouthPucker: 'protrusion',
  tongueOut: 'tongue',
};

/** Where the shapes that each articulator makes stand in a `Mouth`; what no other makes, the lips do. */
export const articulatorPlaces = Object.fromEntries(
  ARTICULATORS.map((articulator) => [
    articulator,
    MOUTH_SHAPES.flatMap((shape, i) => ((ARTICULATOR_OF[shape] ?? 'lips') === articulator ? [i] : [])),
  ]),
) as unknown as Readonly<Record<keyof Pull, readonly number[]>>;
