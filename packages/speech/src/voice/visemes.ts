import type { TimedPhoneme, TimeRange } from './speech-times.js';

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

/** Phonemes of vocab.json as English uses them; a diphthong moves through two shapes, half its time each. */
const SHAPES: Readonly<Record<string, readonly Viseme[]>> = {
  p: ['PP'],
  b: ['PP'],
  m: ['PP'],
  f: ['FF'],
  v: ['FF'],
  θ: ['TH'],
  ð: ['TH'],
  t: ['DD'],
  d: ['DD'],
  T: ['DD'],
  ɾ: ['DD'],
  ʔ: ['kk'],
  k: ['kk'],
  ɡ: ['kk'],
  ŋ: ['kk'],
  h: ['kk'],
  x: ['kk'],
  ʧ: ['CH'],
  ʤ: ['CH'],
  ʃ: ['CH'],
  ʒ: ['CH'],
  s: ['SS'],
  z: ['SS'],
  n: ['nn'],
  l: ['nn'],
  ɹ: ['RR'],
  ɜ: ['RR'],
  ɚ: ['RR'],
  ɑ: ['aa'],
  a: ['aa'],
  æ: ['aa'],
  ʌ: ['aa'],
  ɐ: ['aa'],
  ə: ['E'],
  ᵊ: ['E'],
  ɛ: ['E'],
  e: ['E'],
  ɪ: ['ih'],
  ᵻ: ['ih'],
  i: ['ih'],
  j: ['ih'],
  ɔ: ['oh'],
  ɒ: ['oh'],
  o: ['oh'],
  u: ['ou'],
  ʊ: ['ou'],
  w: ['ou'],
  A: ['E', 'ih'],
  I: ['aa', 'ih'],
  O: ['oh', 'ou'],
  Q: ['oh', 'ou'],
  W: ['aa', 'ou'],
  Y: ['oh', 'ih'],
};

/**
 * Mouth shapes from phonemes in order: without gaps from 0 to `seconds`, `sil` wherever nothing is said, neighbours of one
 * shape made one. A phoneme without a shape keeps the mouth as it was.
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
