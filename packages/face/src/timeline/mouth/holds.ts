import { smoothStep } from '../../smooth-step.js';
import type { TimeRange } from '../spoken-timeline.js';
import { ARTICULATORS, articulatorPlaces, type Manner, type Pull } from './articulations.js';
import { mouthIndex as at, type Mouth } from './mouth-shapes.js';
import type { Phone, Phrase } from './phones.js';

/** A shape that the mouth has to reach, whatever its neighbours pull it to: in full from start to end, growing and going on its flanks. */
export interface Hold extends TimeRange {
  readonly manner: Exclude<Manner, 'other'>;
  /** Where it begins to grow, and where it is gone. */
  readonly from: number;
  readonly to: number;
  readonly mouth: Mouth;
  readonly pull: Pull;
  /** How much of the shape is reached, 0 to 1. Lips close in full. */
  readonly strength: number;
  /** What of it must be seen: a frame of each. */
  readonly cores: readonly TimeRange[];
  /** Of vowels. */
  readonly stress: 0 | 1 | 2;
}

/** Mouths close slowly and pop open. Seconds. */
const FLANKS: Readonly<Record<Hold['manner'], { closing: number; opening: number }>> = {
  lips: { closing: 0.08, opening: 0.05 },
  teeth: { closing: 0.08, opening: 0.05 },
  fricative: { closing: 0.07, opening: 0.05 },
  vowel: { closing: 0.08, opening: 0.1 },
  glide: { closing: 0.08, opening: 0.08 },
};
/** Shorter flanks would be no movement but a jump. */
const SHORTEST_FLANK = 0.025;
/** Lips that touch hold so near to the ends of their sound, in seconds. */
const TOUCH_INSET = 0.02;

const STRENGTHS: Readonly<Record<Hold['manner'], number>> = {
  lips: 1,
  teeth: 0.95,
  fricative: 0.65,
  vowel: 0.4,
  glide: 0.6,
};
const STRESSED_STRENGTHS = [STRENGTHS.vowel, 0.95, 0.75] as const;

/** Lips closed for the first sound of a phrase were never open, and for the last stay so. Seconds, more than a mouth opens early. */
const BESIDE_PHRASE = 1;

/** In the order of the sounds. */
export function holdsOf({ phones }: Phrase): Hold[] {
  return phones.flatMap((phone, i) => {
    const { manner, mouth, pull, stress, cores } = phone;
    if (manner === 'other') return [];
    const { closing, opening } = FLANKS[manner];
    const { start, end } = manner === 'lips' ? closure(phones, i, opening) : plateau(phone);
    return [
      {
        manner,
        mouth,
        pull,
        stress,
        cores,
        strength: manner === 'vowel' ? STRESSED_STRENGTHS[stress] : STRENGTHS[manner],
        start,
        end,
        from: start - flank(closing, start - vowelBefore(phones, i)),
        to: end + flank(opening, vowelBehind(phones, i) - end),
      },
    ];
  });
}

function plateau({ manner, start, end, cores }: Phone): TimeRange {
  const [first, last] = [cores[0]!.start, cores.at(-1)!.end];
  if (manner !== 'lips' && manner !== 'teeth') return { start: first, end: last };
  return { start: Math.min(first, start + TOUCH_INSET), end: Math.max(last, end - TOUCH_INSET) };
}

/** Beside silence the lips stay closed; in a short one, until the next sound is near. */
function closure(phones: readonly Phone[], i: number, opening: number): TimeRange {
  const { start, end } = plateau(phones[i]!);
  const next = phones[i + 1];
  return {
    start: i === 0 ? start - BESIDE_PHRASE : start,
    end: next === undefined ? end + BESIDE_PHRASE : Math.max(end, next.start - opening),
  };
}

/** Flanks end where the vowel beside them has to be reached. */
function flank(wanted: number, room: number): number {
  return Math.max(SHORTEST_FLANK, Math.min(wanted, room));
}

function vowelBefore(phones: readonly Phone[], i: number): number {
  const vowel = phones.slice(Math.max(0, i - 3), i).findLast(({ manner }) => manner === 'vowel');
  return vowel === undefined ? Number.NEGATIVE_INFINITY : vowel.cores.at(-1)!.end;
}

function vowelBehind(phones: readonly Phone[], i: number): number {
  const vowel = phones.slice(i + 1, i + 4).find(({ manner }) => manner === 'vowel');
  return vowel === undefined ? Number.POSITIVE_INFINITY : vowel.cores[0]!.start;
}

/** How far a hold has grown at a moment, 0 to 1. */
export function growth({ from, start, end, to }: Hold, seconds: number): number {
  if (seconds <= from || seconds >= to) return 0;
  if (seconds < start) return smoothStep((seconds - from) / (start - from));
  if (seconds > end) return smoothStep((to - seconds) / (to - end));
  return 1;
}

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
