/** Signs of the alphabet of the voices (models/hibari-heart/vocab.json), one character for each sound. */
export const VOWELS = 'AIOWYaeiouæɐɑɒɔəɛɜɪɨʊʌᵻᵊɚ';
const FIRST_VOWEL = new RegExp(`[${VOWELS}]`);
/** Punctuation: the voice pauses or changes its tone there. */
const PUNCTUATION = ';:,.!?—…"()“”';

export const PRIMARY = 'ˈ';
export const SECONDARY = 'ˌ';

export function isVowel(phoneme: string | undefined): boolean {
  return phoneme !== undefined && phoneme !== '' && VOWELS.includes(phoneme);
}

export function isPunctuation(phoneme: string): boolean {
  return PUNCTUATION.includes(phoneme);
}

/** Whether the sign is a stress mark. It has no sound: its time belongs to the vowel after it. */
export function isStress(phoneme: string): boolean {
  return phoneme === PRIMARY || phoneme === SECONDARY;
}

/** Returns the stress of the vowel at a place: 1 primary, 2 secondary. */
export function stressBefore(phonemes: string, vowelAt: number): 1 | 2 | undefined {
  const mark = phonemes[vowelAt - 1];
  return mark === PRIMARY ? 1 : mark === SECONDARY ? 2 : undefined;
}

/** Puts a stress mark before the first vowel of phonemes that have no stress mark. */
export function withStress(phonemes: string, stress: typeof PRIMARY | typeof SECONDARY): string {
  return /[ˈˌ]/.test(phonemes) ? phonemes : phonemes.replace(FIRST_VOWEL, (vowel) => stress + vowel);
}

/** Turns the primary stress into a secondary one and removes secondary stresses: the lesser part of a compound. */
export function weakened(phonemes: string): string {
  return phonemes.includes(PRIMARY)
    ? phonemes.replaceAll(SECONDARY, '').replaceAll(PRIMARY, SECONDARY)
    : phonemes;
}

/** Joins the parts of a compound. The first stressed part keeps its stress: "lightbulb", "well-known". */
export function compound(parts: readonly string[]): string {
  const stressed = parts.findIndex((part) => part.includes(PRIMARY));
  return parts.map((part, i) => (i === stressed ? part : weakened(part))).join('');
}
