import type { TimedPhoneme, TimeRange } from './speech-times.js';
import visemeShapes from './viseme-shapes.json' with { type: 'json' };

/** The fifteen mouth shapes of the OVR lip sync set (Oculus, "Viseme reference"). */
export type Viseme =
  | 'sil'
  | 'PP'
  | 'FF'
  | 'TH'
  | 'DD'
  | 'kk'
  | 'CH'
  | 'SS'
  | 'nn'
  | 'RR'
  | 'aa'
  | 'E'
  | 'ih'
  | 'oh'
  | 'ou';

export interface TimedViseme extends TimeRange {
  viseme: Viseme;
}

/** Mouth shapes of the phonemes of English. A diphthong has two shapes, for half of its time each. */
const SHAPES = visemeShapes as Readonly<Record<string, readonly string[]>> as Readonly<
  Record<string, readonly Viseme[]>
>;

/**
 * Returns mouth shapes from 0 to `seconds` without gaps, with `sil` for silence. Equal neighbours are joined.
 * A phoneme without a shape keeps the current one.
 */
export function visemesOf(phonemes: readonly TimedPhoneme[], seconds: number): TimedViseme[] {
  const visemes: TimedViseme[] = [];
  let reached = 0;
  const add = (viseme: Viseme, end: number): void => {
    if (end <= reached) return;
    const last = visemes.at(-1);
    if (last?.viseme === viseme) last.end = end;
    else visemes.push({ viseme, start: reached, end });
    reached = end;
  };
  for (const { phoneme, start, end } of phonemes) {
    add('sil', start);
    const shapes = SHAPES[phoneme] ?? [visemes.at(-1)?.viseme ?? 'sil'];
    shapes.forEach((viseme, i) => {
      add(viseme, start + ((end - start) * (i + 1)) / shapes.length);
    });
  }
  add('sil', seconds);
  return visemes;
}
