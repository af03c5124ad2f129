import { type Language, MAX_PHONEMES } from './language.js';
import type { FixedReader } from './reading.js';
import { TextRefusal } from './text-refusal.js';

const MAX_WORD = 100;

/**
 * Returns a reader of the words whose pronunciation the caller gives. A word matches as written, else in any case. Throws
 * a TextRefusal `invalid_lexicon`.
 */
export function createUserLexicon(
  lexicon: Readonly<Record<string, string>>,
  language: Language,
): FixedReader {
  const exact = new Map<string, string>();
  const folded = new Map<string, string>();
  const lengths = new Set<number>();
  for (const [given, value] of Object.entries(lexicon)) {
    const word = given.normalize('NFKC').replaceAll('’', "'");
    if (word.length === 0 || word.length > MAX_WORD || word !== word.trim() || !/[\p{L}\p{N}]/u.test(word))
      throw new TextRefusal(
        'invalid_lexicon',
        `Expected a word of 1 to ${MAX_WORD} characters with a letter or digit and no space around it in lexicon, received "${given.slice(0, 120)}"`,
      );
    const phonemes = language.voicePhonemes(value);
    if (phonemes === undefined)
      throw new TextRefusal(
        'invalid_lexicon',
        `Expected at most ${MAX_PHONEMES} phonemes in IPA or in the voice's alphabet for "${word}" in lexicon, received "${value.slice(0, 220)}"`,
      );
    exact.set(word, phonemes);
    folded.set(word.toLowerCase(), phonemes);
    lengths.add(word.length);
  }
  const longestFirst = [...lengths].sort((a, b) => b - a);

  return (text, at) => {
    if (lengths.size === 0 || /[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ')) return undefined;
    for (const length of longestFirst) {
      const written = text.slice(at, at + length);
      const known = exact.get(written) ?? folded.get(written.toLowerCase());
      if (known === undefined) continue;
      if (/[\p{L}\p{N}]/u.test(text[at + length] ?? ' ') && /[\p{L}\p{N}]$/u.test(written)) continue;
      const { end, phonemes } = language.withSuffix(known, text, at + length);
      return { end, pieces: [{ text: text.slice(at, end), start: at, end, phonemes }] };
    }
    return undefined;
  };
}
