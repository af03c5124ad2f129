import type { SpokenTimeline } from '@anima/face';

type Sound = SpokenTimeline['phonemes'][number];

const VOWELS = new Set('AIOQWYaeiouæɐɑɒɔəɛɜɪɨʊʌᵻᵊɚ');
const STRESSES: Readonly<Record<string, 1 | 2>> = { ˈ: 1, ˌ: 2 };
/** Edit cost of a vowel that only one of the two sequences has. A substituted vowel costs 1. */
const LEFT_OUT = 0.9;

/**
 * Adds the stresses of `read` (phonemes with stress marks before their vowels) to the sounds of a program
 * that does not report stress. Vowels are aligned with the fewest edits (Needleman and Wunsch, 1970).
 */
export function stressedAs(sounds: readonly Sound[], read: string): Sound[] {
  const wanted = vowelsOf(read);
  const places = sounds.flatMap(({ phoneme }, i) => (VOWELS.has(phoneme) ? [i] : []));
  const costs = Array.from({ length: places.length + 1 }, (_, i) =>
    Array.from({ length: wanted.length + 1 }, (_, j) => (i === 0 || j === 0 ? LEFT_OUT * (i + j) : 0)),
  );
  const instead = (i: number, j: number): number =>
    costs[i - 1]![j - 1]! + (sounds[places[i - 1]!]!.phoneme === wanted[j - 1]!.vowel ? 0 : 1);
  for (let i = 1; i <= places.length; i++)
    for (let j = 1; j <= wanted.length; j++)
      costs[i]![j] = Math.min(instead(i, j), costs[i - 1]![j]! + LEFT_OUT, costs[i]![j - 1]! + LEFT_OUT);

  const stressed = [...sounds];
  for (let i = places.length, j = wanted.length; i > 0 && j > 0; ) {
    if (costs[i]![j] === instead(i, j)) {
      const { stress } = wanted[--j]!;
      const place = places[--i]!;
      if (stress !== undefined) stressed[place] = { ...sounds[place]!, stress };
    } else if (costs[i]![j] === costs[i - 1]![j]! + LEFT_OUT) i--;
    else j--;
  }
  return stressed;
}

function vowelsOf(read: string): { vowel: string; stress?: 1 | 2 }[] {
  const found: { vowel: string; stress?: 1 | 2 }[] = [];
  let stress: 1 | 2 | undefined;
  for (const symbol of read) {
    if (symbol in STRESSES) stress = STRESSES[symbol];
    if (!VOWELS.has(symbol)) continue;
    found.push({ vowel: symbol, ...(stress === undefined ? {} : { stress }) });
    stress = undefined;
  }
  return found;
}
