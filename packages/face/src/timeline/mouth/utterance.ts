import type { SpokenTimeline } from '../spoken-timeline.js';
import type { TimeRange } from '../time-range.js';
import { ARTICULATORS, articulatorPlaces } from './articulators.js';
import { coarticulate } from './dominance.js';
import { growth, type Hold, holdsOf, smoothStep } from './holds.js';
import { mouthIndex as at, type Mouth } from './mouth-shapes.js';
import { phrasesOf } from './phones.js';

/** Speech between two silences in which the mouth closes. */
export interface Utterance extends TimeRange {
  /** Writes what the mouth tends to at a moment. */
  readonly shapeAt: (seconds: number, mouth: Mouth) => void;
  /** What it has to reach, in order. */
  readonly holds: readonly Hold[];
}

/** The mouth opens so long before it is heard, and closes so long behind (OpenFaceFX), in seconds; a short silence leaves it less. */
const ONSET = 0.12;
const DECAY = 0.12;
const MOST_OF_PAUSE = 0.3;
/** The jaw under closed lips. */
const JAW_BEHIND_LIPS = 0.2;
/** The jaw with the teeth near each other. */
const FRICATIVE_JAW = 0.35;
/** No hold reaches farther from its sound, in seconds. */
const LONGEST_FLANK = 0.15;

export interface MouthCurves {
  /** Writes the mouth at a moment; closed where nothing is said. Returns how much is said: 0 in silence, 1 while it is heard. */
  at(seconds: number, mouth: Mouth): number;
}

/** What a timeline says, with the mouth as its phonemes shape it. */
export function utterancesOf(timeline: SpokenTimeline): Utterance[] {
  return phrasesOf(timeline).map((phrase) => ({
    start: phrase.start,
    end: phrase.end,
    shapeAt: (seconds, mouth) => coarticulate(phrase, seconds, mouth),
    holds: holdsOf(phrase),
  }));
}

/** `utterances` in order, apart by a silence. */
export function mouthCurves(utterances: readonly Utterance[]): MouthCurves {
  return {
    at: (seconds, mouth) => {
      const i = nearest(utterances, seconds);
      const utterance = utterances[i];
      const open = utterance === undefined ? 0 : openness(utterances, i, seconds);
      if (open === 0) {
        mouth.fill(0);
        return 0;
      }
      utterance!.shapeAt(seconds, mouth);
      applyHolds(utterance!.holds, seconds, mouth);
      for (let s = 0; s < mouth.length; s++) mouth[s]! *= open;
      return open;
    },
  };
}

/** Of all utterances the one that is nearest in time. */
function nearest(utterances: readonly Utterance[], seconds: number): number {
  let low = 0;
  let high = utterances.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const border = (utterances[middle]!.end + utterances[middle + 1]!.start) / 2;
    if (seconds < border) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** 1 while the utterance is heard, 0 in the silence around it. */
function openness(utterances: readonly Utterance[], i: number, seconds: number): number {
  const { start, end } = utterances[i]!;
  if (seconds >= start && seconds <= end) return 1;
  if (seconds < start) {
    const pause = start - (utterances[i - 1]?.end ?? -Infinity);
    return smoothStep(1 - (start - seconds) / Math.min(ONSET, pause * MOST_OF_PAUSE));
  }
  const pause = (utterances[i + 1]?.start ?? Infinity) - end;
  return smoothStep(1 - (seconds - end) / Math.min(DECAY, pause * MOST_OF_PAUSE));
}

/** The later manner wins: vowels give way to teeth that meet, and those to lips that touch. */
const ORDER = ['glide', 'vowel', 'fricative', 'teeth', 'lips'] as const;

function applyHolds(holds: readonly Hold[], seconds: number, mouth: Mouth): void {
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
    // As far as the jaw is open the lips come together: equal weights seal them.
    mouth[at.mouthClose] = grown * mouth[at.jawOpen]!;
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
