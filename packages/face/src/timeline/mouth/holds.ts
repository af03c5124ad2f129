import { smoothStep } from '../../smooth-step.js';
import type { TimeRange } from '../spoken-timeline.js';
import { ARTICULATORS, articulatorPlaces, type ContactKind, type Pull } from './articulations.js';
import { mouthIndex as at, type Mouth } from './mouth-shapes.js';
import type { Phone, Phrase } from './phones.js';

/** A shape that the mouth must reach: completely from start to end, with growing and fading flanks. */
export interface Hold extends TimeRange {
  readonly contact: Exclude<ContactKind, 'other'>;
  /** Start of the growth and end of the fade. */
  readonly from: number;
  readonly to: number;
  readonly mouth: Mouth;
  readonly pull: Pull;
  /** Share of the shape that is reached, 0 to 1. Lips close completely. */
  readonly strength: number;
  /** Ranges that must be visible in at least one frame each. */
  readonly cores: readonly TimeRange[];
  /** Stress of vowels. */
  readonly stress: 0 | 1 | 2;
}

/** Mouths close slowly and open quickly. Seconds. */
const FLANKS: Readonly<Record<Hold['contact'], { closing: number; opening: number }>> = {
  lips: { closing: 0.08, opening: 0.05 },
  teeth: { closing: 0.08, opening: 0.05 },
  fricative: { closing: 0.07, opening: 0.05 },
  vowel: { closing: 0.08, opening: 0.1 },
  glide: { closing: 0.08, opening: 0.08 },
};
/** Shorter flanks would be a jump. */
const SHORTEST_FLANK = 0.025;
/** Distance of the hold of touching lips from the ends of their sound, in seconds. */
const TOUCH_INSET = 0.02;

const STRENGTHS: Readonly<Record<Hold['contact'], number>> = {
  lips: 1,
  teeth: 0.95,
  fricative: 0.65,
  vowel: 0.4,
  glide: 0.6,
};
const STRESSED_STRENGTHS = [STRENGTHS.vowel, 0.95, 0.75] as const;

/**
 * Lips that are closed for the first sound of a phrase were closed before, and for the last sound they stay
 * closed. Seconds, more than a mouth opens early.
 */
const NEXT_TO_PHRASE = 1;

/** Returns the holds in the order of the sounds. */
export function holdsOf({ phones }: Phrase): Hold[] {
  return phones.flatMap((phone, i) => {
    const { manner: contact, mouth, pull, stress, cores } = phone;
    if (contact === 'other') return [];
    const { closing, opening } = FLANKS[contact];
    const { start, end } = contact === 'lips' ? closure(phones, i, opening) : plateau(phone);
    return [
      {
        contact,
        mouth,
        pull,
        stress,
        cores,
        strength: contact === 'vowel' ? STRESSED_STRENGTHS[stress] : STRENGTHS[contact],
        start,
        end,
        from: start - flank(closing, start - vowelBefore(phones, i)),
        to: end + flank(opening, vowelAfter(phones, i) - end),
      },
    ];
  });
}

function plateau({ manner: contact, start, end, cores }: Phone): TimeRange {
  const [first, last] = [cores[0]!.start, cores.at(-1)!.end];
  if (contact !== 'lips' && contact !== 'teeth') return { start: first, end: last };
  return { start: Math.min(first, start + TOUCH_INSET), end: Math.max(last, end - TOUCH_INSET) };
}

/** Next to silence the lips stay closed; in a short silence, until the next sound is near. */
function closure(phones: readonly Phone[], i: number, opening: number): TimeRange {
  const { start, end } = plateau(phones[i]!);
  const next = phones[i + 1];
  return {
    start: i === 0 ? start - NEXT_TO_PHRASE : start,
    end: next === undefined ? end + NEXT_TO_PHRASE : Math.max(end, next.start - opening),
  };
}

/** Limits a flank to the time until the neighbouring vowel must be reached. */
function flank(wanted: number, room: number): number {
  return Math.max(SHORTEST_FLANK, Math.min(wanted, room));
}

function vowelBefore(phones: readonly Phone[], i: number): number {
  const vowel = phones.slice(Math.max(0, i - 3), i).findLast(({ manner: contact }) => contact === 'vowel');
  return vowel === undefined ? Number.NEGATIVE_INFINITY : vowel.cores.at(-1)!.end;
}

function vowelAfter(phones: readonly Phone[], i: number): number {
  const vowel = phones.slice(i + 1, i + 4).find(({ manner: contact }) => contact === 'vowel');
  return vowel === undefined ? Number.POSITIVE_INFINITY : vowel.cores[0]!.start;
}

/** Returns the growth of a hold at a moment, 0 to 1. */
export function growth({ from, start, end, to }: Hold, seconds: number): number {
  if (seconds <= from || seconds >= to) return 0;
  if (seconds < start) return smoothStep((seconds - from) / (start - from));
  if (seconds > end) return smoothStep((to - seconds) / (to - end));
  return 1;
}

/** Opening of the jaw behind closed lips. */
const SEALED_JAW = 0.2;
/** Opening of the jaw with the teeth near each other. */
const FRICATIVE_JAW = 0.35;
/** Maximum distance between a hold and its sound, in seconds. */
const LONGEST_FLANK = 0.15;

/** Later manners have priority: teeth that meet over vowels, touching lips over both. */
const ORDER = ['glide', 'vowel', 'fricative', 'teeth', 'lips'] as const;

/** Applies the holds at a moment to a mouth in place. `holds` are in order. */
export function applyHolds(holds: readonly Hold[], seconds: number, mouth: Mouth): void {
  const first = firstAfter(holds, seconds - LONGEST_FLANK);
  for (const contact of ORDER) {
    for (let i = first; i < holds.length && holds[i]!.start < seconds + LONGEST_FLANK; i++) {
      const hold = holds[i]!;
      if (hold.contact !== contact) continue;
      const grown = growth(hold, seconds);
      if (grown > 0) APPLY[contact](hold, grown, mouth);
    }
  }
}

const APPLY: Readonly<Record<Hold['contact'], (hold: Hold, grown: number, mouth: Mouth) => void>> = {
  vowel: shape,
  glide: shape,
  fricative: (hold, grown, mouth) => {
    shape(hold, grown, mouth);
    const over = mouth[at.jawOpen]! - FRICATIVE_JAW;
    if (over > 0) mouth[at.jawOpen]! -= grown * over;
  },
  teeth: ({ mouth: wanted, strength }, grown, mouth) => {
    for (let s = 0; s < mouth.length; s++) {
      // Lips may stay forward, because the lower lip still reaches the teeth.
      const share = strength * (s === at.mouthPucker ? 0.5 * grown : grown);
      mouth[s]! += share * (wanted[s]! - mouth[s]!);
    }
  },
  lips: ({ mouth: wanted }, grown, mouth) => {
    const over = mouth[at.jawOpen]! - SEALED_JAW;
    if (over > 0) mouth[at.jawOpen]! -= grown * over;
    for (const s of PARTING) mouth[s]! *= 1 - grown;
    for (const s of SHAPING) mouth[s]! *= 1 - 0.5 * grown;
    for (const s of PRESSING) mouth[s]! += grown * (wanted[s]! - mouth[s]!);
    // The lips close by the opening of the jaw: equal weights seal them. Another closure may already hold
    // them.
    const closed = Math.max(grown * mouth[at.jawOpen]!, mouth[at.mouthClose]!);
    mouth[at.mouthClose] = Math.min(closed, mouth[at.jawOpen]!);
  },
};

/** Shapes that part the lips, shapes that closed lips may keep, and shapes that press them together. */
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

function firstAfter(holds: readonly Hold[], seconds: number): number {
  let low = 0;
  let high = holds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds[middle]!.end > seconds) high = middle;
    else low = middle + 1;
  }
  return low;
}
