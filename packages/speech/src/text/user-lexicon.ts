import { withS } from '../languages/en/phonemes/inflections.js';
import { VOWELS } from '../phonemes/stress.js';
import type { Line, Reader } from './reading.js';
import { TextRefusal } from './text-refusal.js';

/** Words that the caller wants said in a certain way. */
export interface UserLexicon {
  readonly reader: Reader;
  /** Whether an entry begins at this place of the text. */
  isAt(text: string, at: number): boolean;
}

const LONGEST_WORD = 100;
const LONGEST_PHONEMES = 200;

/** Standard IPA that the voice writes in its own way. */
const IPA: readonly (readonly [RegExp, string])[] = [
  [/\.|‿|\u0361/g, ''],
  [/g/g, 'ɡ'],
  [/tʃ/g, 'ʧ'],
  [/dʒ/g, 'ʤ'],
  [/eɪ/g, 'A'],
  [/aɪ/g, 'I'],
  [/[oə]ʊ/g, 'O'],
  [/aʊ/g, 'W'],
  [/ɔɪ/g, 'Y'],
  [/r/g, 'ɹ'],
  [/ɚ/g, 'əɹ'],
  [/ɝː?/g, 'ɜɹ'],
  [/ɾ/g, 'T'],
  [/[ː']/g, ''],
  [/ɫ/g, 'l'],
  [/ʔ/g, 't'],
  [/e/g, 'A'],
  [/o/g, 'O'],
  [/a/g, 'ɑ'],
  [/ɒ/g, 'ɑ'],
  [/ʍ/g, 'w'],
];
/** IPA writes the stress before the syllable, the voice before its vowel. */
const STRESS_BEFORE_CONSONANTS = new RegExp(`([ˈˌ])([^ˈˌ ${VOWELS}]+)(?=[${VOWELS}])`, 'g');
/** What the voice was taught: sounds of American English, in its alphabet (models/hibari-heart/vocab.json). */
const SOUNDS = /^[AIOTWYbdfhijklmnpstuvwzæɐɑɔəɛɜɪʊʌᵻᵊðʤɡŋθɹʃʧʒˈˌ ,]+$/;
/** One of them at least: no word is a stop alone. */
const LASTING_SOUND = new RegExp(`[${VOWELS}mnlɹszʃ]`);

/** Throws `invalid_lexicon`. Words are matched as written first, else whatever their case. */
export function createUserLexicon(lexicon: Readonly<Record<string, string>>): UserLexicon {
  const exact = new Map<string, string>();
  const folded = new Map<string, string>();
  const lengths = new Set<number>();
  for (const [given, value] of Object.entries(lexicon)) {
    const word = given.normalize('NFKC').replaceAll('’', "'");
    if (
      word.length === 0 ||
      word.length > LONGEST_WORD ||
      word !== word.trim() ||
      !/[\p{L}\p{N}]/u.test(word)
    )
      throw new TextRefusal(
        'invalid_lexicon',
        `Expected a word of 1 to ${LONGEST_WORD} characters with a letter or digit and no space around it in lexicon, received "${given.slice(0, 120)}"`,
      );
    const phonemes = voicePhonemes(value);
    if (phonemes === undefined)
      throw new TextRefusal(
        'invalid_lexicon',
        `Expected at most ${LONGEST_PHONEMES} phonemes in IPA or in the voice's alphabet for "${word}" in lexicon, received "${value.slice(0, 220)}"`,
      );
    exact.set(word, phonemes);
    folded.set(word.toLowerCase(), phonemes);
    lengths.add(word.length);
  }
  const longestFirst = [...lengths].sort((a, b) => b - a);

  const find = (text: string, at: number): { end: number; phonemes: string } | undefined => {
    if (lengths.size === 0 || /[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ')) return undefined;
    for (const length of longestFirst) {
      const written = text.slice(at, at + length);
      const phonemes = exact.get(written) ?? folded.get(written.toLowerCase());
      if (phonemes === undefined) continue;
      const end = at + length;
      const possessive = /^'s(?![\p{L}\p{N}])/iu.test(text.slice(end, end + 3));
      if (/[\p{L}\p{N}]/u.test(text[end] ?? ' ') && /[\p{L}\p{N}]$/u.test(written)) continue;
      return possessive ? { end: end + 2, phonemes: withS(phonemes) } : { end, phonemes };
    }
    return undefined;
  };

  return {
    reader: ({ text }: Line, at) => {
      const found = find(text, at);
      if (found === undefined) return undefined;
      return {
        end: found.end,
        pieces: [{ text: text.slice(at, found.end), start: at, end: found.end, phonemes: found.phonemes }],
      };
    },
    isAt: (text, at) => find(text, at) !== undefined,
  };
}

/** IPA as the voice writes it; undefined if it has a sound that the voice does not know. */
export function voicePhonemes(value: string): string | undefined {
  const phonemes = toVoice(value);
  const isKnown = value.length <= LONGEST_PHONEMES && SOUNDS.test(phonemes) && LASTING_SOUND.test(phonemes);
  return isKnown ? phonemes : undefined;
}

function toVoice(value: string): string {
  const written = IPA.reduce(
    (text, [pattern, symbol]) => text.replace(pattern, symbol),
    value
      .normalize('NFC')
      .trim()
      .replace(/^\/|\/$/g, ''),
  );
  return written.replace(/\s+/g, ' ').replace(STRESS_BEFORE_CONSONANTS, '$2$1');
}
