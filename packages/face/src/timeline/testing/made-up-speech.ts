import fc from 'fast-check';
import type { SpokenTimeline, TimedSound } from '../spoken-timeline.js';

export const VOWELS = 'AIOWYæɑɔəɛɜɪʊʌᵻiu';
export const LIPS = 'pbm';
const CONSONANTS = 'pbmfvtdkɡnŋlɹwjhszʃʒʧʤθð';

/** Creates speech from "mˈAbi |0.4 pɑ": each sound takes `seconds`, and a number is a silence in seconds. */
export function say(written: string, seconds = 0.08): SpokenTimeline {
  const phonemes: TimedSound[] = [];
  let at = 0.2;
  for (const part of written.split(/\s*(\|[\d.]+)\s*/)) {
    if (part.startsWith('|')) {
      at += Number(part.slice(1));
      continue;
    }
    for (const { 0: found } of part.matchAll(/[ˈˌ]?[^\sˈˌ]/gu)) {
      const stress = found.startsWith('ˈ') ? 1 : found.startsWith('ˌ') ? 2 : undefined;
      const length = VOWELS.includes(found.at(-1)!) ? 1.4 * seconds : seconds;
      phonemes.push({
        phoneme: found.at(-1)!,
        start: at,
        end: at + length,
        ...(stress === undefined ? {} : { stress }),
      });
      at += length;
    }
  }
  return { duration: at + 0.2, phonemes, words: [] };
}

/** Arbitrary speech at any pace with sounds of at least `shortest` seconds. */
export function speechOf(shortest: number, mostSounds = 40): fc.Arbitrary<SpokenTimeline> {
  return fc
    .array(
      fc.record({
        phoneme: fc.constantFrom(...VOWELS, ...CONSONANTS, ...LIPS, '?'),
        seconds: fc.double({ min: shortest, max: 0.25, noNaN: true }),
        pause: fc.oneof(
          { arbitrary: fc.constant(0), weight: 8 },
          { arbitrary: fc.double({ min: 0.02, max: 1.2, noNaN: true }), weight: 1 },
        ),
        stress: fc.constantFrom(undefined, 1 as const, 2 as const),
      }),
      { minLength: 1, maxLength: mostSounds },
    )
    .map((sounds) => {
      const phonemes: TimedSound[] = [];
      let at = 0.1;
      for (const { phoneme, seconds, pause, stress } of sounds) {
        at += pause;
        const marked = stress !== undefined && VOWELS.includes(phoneme) ? { stress } : {};
        phonemes.push({ phoneme, start: at, end: at + seconds, ...marked });
        at += seconds;
      }
      return { duration: at + 0.3, phonemes, words: [] };
    });
}

/** A speech cut behind some of its sounds: the times of each clause are from its own start. */
export function cutBehind(
  { duration, phonemes, words }: SpokenTimeline,
  sounds: readonly number[],
): SpokenTimeline[] {
  const inside = sounds.filter((i) => i < phonemes.length - 1).map((i) => phonemes[i]!.end);
  const borders = [0, ...new Set(inside.toSorted((a, b) => a - b)), duration];
  return borders.slice(1).map((end, i) => {
    const start = borders[i]!;
    const within = <T extends { start: number; end: number }>(timed: readonly T[]): T[] =>
      timed
        .filter((one) => one.end > start && one.end <= end)
        .map((one) => ({ ...one, start: one.start - start, end: one.end - start }));
    return { duration: end - start, phonemes: within(phonemes), words: within(words) };
  });
}

/** Joins clauses. */
export function joined(clauses: readonly SpokenTimeline[]): SpokenTimeline {
  let duration = 0;
  const phonemes: TimedSound[] = [];
  const words: SpokenTimeline['words'][number][] = [];
  for (const clause of clauses) {
    const later = <T extends { start: number; end: number }>(timed: T): T => ({
      ...timed,
      start: timed.start + duration,
      end: timed.end + duration,
    });
    phonemes.push(...clause.phonemes.map(later));
    words.push(...clause.words.map(later));
    duration += clause.duration;
  }
  return { duration, phonemes, words };
}
