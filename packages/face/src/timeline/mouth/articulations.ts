import { MOUTH_SHAPES, type Mouth, type MouthShape, type Viseme, visemeMouths } from './mouth-shapes.js';

export const ARTICULATORS = ['jaw', 'lips', 'protrusion', 'tongue'] as const satisfies (keyof Pull)[];

const ARTICULATOR_OF: Readonly<Partial<Record<MouthShape, keyof Pull>>> = {
  jawOpen: 'jaw',
  mouthFunnel: 'protrusion',
  mouthPucker: 'protrusion',
  tongueOut: 'tongue',
};

/**
 * Indices in a `Mouth` of the shapes of each articulator. Shapes without another articulator belong to the
 * lips.
 */
export const articulatorPlaces = Object.fromEntries(
  ARTICULATORS.map((articulator) => [
    articulator,
    MOUTH_SHAPES.flatMap((shape, i) => ((ARTICULATOR_OF[shape] ?? 'lips') === articulator ? [i] : [])),
  ]),
) as unknown as Readonly<Record<keyof Pull, readonly number[]>>;

/**
 * Shape that a sound requires regardless of its neighbours: closed lips, lower lip on the teeth, teeth
 * together.
 */
export type Manner = 'lips' | 'teeth' | 'fricative' | 'vowel' | 'glide' | 'other';

/**
 * Resistance of a sound to its neighbours, 0 to 1 (Cohen and Massaro's alpha, one for each articulator). A
 * sound that is made inside the mouth leaves the lips to its neighbours: "school" is rounded from its s on.
 */
export interface Pull {
  readonly jaw: number;
  readonly lips: number;
  readonly protrusion: number;
  readonly tongue: number;
}

export interface Articulation {
  readonly viseme: Viseme;
  readonly manner: Manner;
  readonly mouth: Mouth;
  readonly pull: Pull;
}

const pull = (jaw: number, lips: number, protrusion: number): Pull => ({ jaw, lips, protrusion, tongue: 1 });

export const FULL_PULL = pull(1, 1, 1);
const CONSONANT = 0.85;

function vowel(viseme: Viseme, scale = 1, held = FULL_PULL): Articulation {
  return { viseme, manner: 'vowel', mouth: visemeMouths[viseme].map((w) => w * scale), pull: held };
}

function consonant(viseme: Viseme, manner: Manner, held: Pull): Articulation {
  const scaled = { jaw: held.jaw * CONSONANT, lips: held.lips * CONSONANT };
  return {
    viseme,
    manner,
    mouth: visemeMouths[viseme],
    pull: { ...scaled, protrusion: held.protrusion * CONSONANT, tongue: CONSONANT },
  };
}

// `holds` reaches the shape of touching lips or teeth. Here only the jaw prepares for it.
const LIPS = consonant('PP', 'lips', pull(0.5, 0.05, 0.1));
const TEETH = consonant('FF', 'teeth', pull(0.5, 0.05, 0.3));
const DENTAL = consonant('TH', 'fricative', pull(0.7, 0.6, 0.4));
const ALVEOLAR = consonant('DD', 'other', pull(0.7, 0.3, 0.15));
const NASAL = consonant('nn', 'other', pull(0.6, 0.3, 0.15));
const VELAR = consonant('kk', 'other', pull(0.5, 0.25, 0.15));
const BREATH = consonant('kk', 'other', pull(0.2, 0.1, 0.1));
const SIBILANT = consonant('SS', 'fricative', pull(0.9, 0.8, 0.5));
const POSTALVEOLAR = consonant('CH', 'fricative', pull(0.9, 0.6, 1));
const R = consonant('RR', 'glide', pull(0.7, 0.5, 0.9));
const SCHWA = vowel('aa', 0.6, pull(0.8, 0.5, 0.4));

const OPEN = vowel('aa');
const SPREAD = vowel('ih');
const ROUND = vowel('oh');
const NARROW = vowel('ou');
const MID = vowel('E');

/** Articulations of every sound in English text. A diphthong moves through two shapes. */
const ARTICULATIONS: ReadonlyMap<string, readonly Articulation[]> = new Map(
  Object.entries({
    p: [LIPS],
    b: [LIPS],
    m: [LIPS],
    f: [TEETH],
    v: [TEETH],
    θ: [DENTAL],
    ð: [DENTAL],
    t: [ALVEOLAR],
    d: [ALVEOLAR],
    T: [ALVEOLAR],
    ɾ: [ALVEOLAR],
    n: [NASAL],
    l: [NASAL],
    ŋ: [VELAR],
    k: [VELAR],
    ɡ: [VELAR],
    x: [VELAR],
    ʔ: [BREATH],
    h: [BREATH],
    s: [SIBILANT],
    z: [SIBILANT],
    ʃ: [POSTALVEOLAR],
    ʒ: [POSTALVEOLAR],
    ʧ: [POSTALVEOLAR],
    ʤ: [POSTALVEOLAR],
    ɹ: [R],
    w: [consonant('ou', 'glide', FULL_PULL)],
    j: [consonant('ih', 'glide', pull(0.7, 0.8, 0.7))],
    ɜ: [vowel('RR')],
    ɚ: [vowel('RR')],
    ɑ: [OPEN],
    a: [OPEN],
    æ: [OPEN],
    ʌ: [vowel('aa', 0.85)],
    ɐ: [vowel('aa', 0.85)],
    ə: [SCHWA],
    ᵊ: [SCHWA],
    ɛ: [MID],
    e: [MID],
    ɪ: [vowel('E', 0.75)],
    ᵻ: [vowel('E', 0.65, pull(0.8, 0.6, 0.6))],
    i: [SPREAD],
    ɔ: [ROUND],
    ɒ: [ROUND],
    o: [ROUND],
    u: [NARROW],
    ʊ: [vowel('ou', 0.75)],
    A: [MID, SPREAD],
    I: [OPEN, SPREAD],
    O: [ROUND, NARROW],
    Q: [ROUND, NARROW],
    W: [OPEN, NARROW],
    Y: [ROUND, SPREAD],
  }),
);

/** Returns an empty list for a sound that is not English: the mouth keeps its shape. */
export function articulationsOf(phoneme: string): readonly Articulation[] {
  return ARTICULATIONS.get(phoneme) ?? [];
}
