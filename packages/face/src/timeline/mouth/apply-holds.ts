import { ARTICULATORS, articulatorPlaces } from './articulators.js';
import { growth, type Hold } from './holds.js';
import { mouthIndex as at, type Mouth } from './mouth-shapes.js';

/** The jaw under closed lips. */
const JAW_BEHIND_LIPS = 0.2;
/** The jaw with the teeth near each other. */
const FRICATIVE_JAW = 0.35;
/** No hold reaches farther from its sound, in seconds. */
const LONGEST_FLANK = 0.15;

/** The later manner wins: vowels give way to teeth that meet, and those to lips that touch. */
const ORDER = ['glide', 'vowel', 'fricative', 'teeth', 'lips'] as const;

/** Brings a mouth to what is held at a moment, in place. `holds` in order. */
export function applyHolds(holds: readonly Hold[], seconds: number, mouth: Mouth): void {
  const first = firstBehind(holds, seconds - LONGEST_FLANK);
  for (const manner of ORDER) {
    for (let i = first; i < holds.length && holds[i]!.start < seconds + LONGEST_FLANK; i++) {
      const hold = holds[i]!;
      if (hold.manner !== manner) continue;
      const grown = growth(hold, seconds);
      if (grown > 0) APPLY[manner](hold, grown, mouth);
    }
  }
}

const APPLY: Readonly<Record<Hold['manner'], (hold: Hold, grown: number, mouth: Mouth) => void>> = {
  vowel: shape,
  glide: shape,
  fricative: (hold, grown, mouth) => {
    shape(hold, grown, mouth);
    const over = mouth[at.jawOpen]! - FRICATIVE_JAW;
    if (over > 0) mouth[at.jawOpen]! -= grown * over;
  },
  teeth: ({ mouth: wanted, strength }, grown, mouth) => {
    for (let s = 0; s < mouth.length; s++) {
      // Lips may stay forward: the lower one still finds the teeth.
      const share = strength * (s === at.mouthPucker ? 0.5 * grown : grown);
      mouth[s]! += share * (wanted[s]! - mouth[s]!);
    }
  },
  lips: ({ mouth: wanted }, grown, mouth) => {
    const over = mouth[at.jawOpen]! - JAW_BEHIND_LIPS;
    if (over > 0) mouth[at.jawOpen]! -= grown * over;
    for (const s of PARTING) mouth[s]! *= 1 - grown;
    for (const s of SHAPING) mouth[s]! *= 1 - 0.5 * grown;
    for (const s of PRESSING) mouth[s]! += grown * (wanted[s]! - mouth[s]!);
    // As far as the jaw is open the lips come together: equal weights seal them. Another closure may hold them already.
    const closed = Math.max(grown * mouth[at.jawOpen]!, mouth[at.mouthClose]!);
    mouth[at.mouthClose] = Math.min(closed, mouth[at.jawOpen]!);
  },
};

/** Shapes that part the lips, that they may keep when closed, and that press them together. */
const PARTING = [at.mouthUpperUp, at.mouthLowerDown, at.mouthFunnel, at.mouthShrugLower, at.tongueOut];
const SHAPING = [at.mouthStretch, at.mouthSmile, at.mouthDimple, at.mouthPucker];
const PRESSING = [at.mouthPress, at.mouthRollLower, at.mouthRollUpper];

function shape({ mouth: wanted, pull, strength }: Hold, grown: number, mouth: Mouth): void {
  for (const articulator of ARTICULATORS) {
    const share = grown * strength * pull[articulator];
    for (const place of articulatorPlaces[articulator])
      mouth[place]! += share * (wanted[place]! - mouth[place]!);
  }
}

function firstBehind(holds: readonly Hold[], seconds: number): number {
  let low = 0;
  let high = holds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds[middle]!.end > seconds) high = middle;
    else low = middle + 1;
  }
  return low;
}
