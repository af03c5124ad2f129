import { VOWELS } from '../../../phonemes/alphabet.js';
import { MAX_PHONEMES } from '../../../text/language.js';
import replacements from './ipa.json' with { type: 'json' };

/** IPA signs that the alphabet of the voices writes differently. */
const IPA = replacements.map(([pattern, symbol]) => [new RegExp(pattern!, 'g'), symbol!] as const);
/** IPA writes the stress before the syllable, the alphabet of the voices before the vowel. */
const STRESS_BEFORE_CONSONANTS = new RegExp(`([ˈˌ])([^ˈˌ ${VOWELS}]+)(?=[${VOWELS}])`, 'g');
/** Sounds of American English in the alphabet of the voices (models/hibari-heart/vocab.json). */
const SOUNDS = /^[AIOTWYbdfhijklmnpstuvwzæɐɑɔəɛɜɪʊʌᵻᵊðʤɡŋθɹʃʧʒˈˌ ,]+$/;
/** A word has at least one of these sounds; a stop alone is no word. */
const LASTING_SOUND = new RegExp(`[${VOWELS}mnlɹszʃ]`);

export function voicePhonemes(ipa: string): string | undefined {
  const trimmed = ipa
    .normalize('NFC')
    .trim()
    .replace(/^\/|\/$/g, '');
  const phonemes = IPA.reduce((text, [pattern, symbol]) => text.replace(pattern, symbol), trimmed)
    .replace(/\s+/g, ' ')
    .replace(STRESS_BEFORE_CONSONANTS, '$2$1');
  const isKnown = ipa.length <= MAX_PHONEMES && SOUNDS.test(phonemes) && LASTING_SOUND.test(phonemes);
  return isKnown ? phonemes : undefined;
}
