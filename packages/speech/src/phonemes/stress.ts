/** Vowels of the voice's alphabet. */
export const VOWELS = 'AIOWYaeiouæɐɑɒɔəɛɜɪɨʊʌᵻᵊɚ';
const FIRST_VOWEL = new RegExp(`[${VOWELS}]`);

export const PRIMARY = 'ˈ';
export const SECONDARY = 'ˌ';

export function isVowel(phoneme: string | undefined): boolean {
  return phoneme !== undefined && phoneme !== '' && VOWELS.includes(phoneme);
}

/** Puts a stress mark before the first vowel of phonemes that have none; others stay. */
export function withStress(phonemes: string, stress: typeof PRIMARY | typeof SECONDARY): string {
  return /[ˈˌ]/.test(phonemes) ? phonemes : phonemes.replace(FIRST_VOWEL, (vowel) => stress + vowel);
}

/** The main stress becomes a secondary one, and the secondary ones go: the lesser part of a compound. */
export function weakened(phonemes: string): string {
  return phonemes.includes(PRIMARY)
    ? phonemes.replaceAll(SECONDARY, '').replaceAll(PRIMARY, SECONDARY)
    : phonemes;
}

/** Names of letters in one breath, the last one stressed: "FBI". */
export function initialism(letters: readonly string[]): string[] {
  return letters.map((letter, i) => (i === letters.length - 1 ? letter : weakened(letter)));
}

/** Parts of a compound in one breath: the first keeps the main stress, as in "lightbulb" and "well-known". */
export function compound(parts: readonly string[]): string {
  const stressed = parts.findIndex((part) => part.includes(PRIMARY));
  return parts.map((part, i) => (i === stressed ? part : weakened(part))).join('');
}
