import { english } from '../languages/en/index.js';
import type { CleanText } from './clean-text.js';
import { foreignNotes, foreignTexts } from './foreign-letters.js';
import { facesOfSigns } from './kaomoji.js';
import type { Language } from './language.js';
import { type Section, sectionsOf } from './pause-marks.js';
import type { FixedReader } from './reading.js';
import { stripMarkup } from './strip-markup.js';
import { TextRefusal } from './text-refusal.js';
import { createUserLexicon } from './user-lexicon.js';

export interface ReadingOptions {
  /** Pronunciations of words in IPA or in the alphabet of the voices. A word matches as written, else in any case. */
  readonly lexicon?: Readonly<Record<string, string>>;
}

/** A text without markup and without letters that cannot be read. */
export interface PreparedText {
  readonly clean: CleanText;
  /** Returns the reader of fixed parts of the sentence that starts at `offset` of the clean text. */
  readonly fixedAt: (offset: number) => FixedReader;
  readonly sections: readonly Section[];
  /** Sentences for the user about parts that are not spoken, or not in the requested way. */
  readonly notes: readonly string[];
}

/**
 * Removes markup and letters that the voice cannot read. Throws a TextRefusal if nothing is left to speak. Needs no model
 * and no dictionary, and takes some milliseconds for 20,000 characters.
 */
export function prepareText(
  text: string,
  { lexicon = {} }: ReadingOptions = {},
  language: Language = english,
): PreparedText {
  const user = createUserLexicon(lexicon, language);
  const { clean: plain, cuts, fixed, notes } = stripMarkup(text, language);
  const foreign = foreignTexts(plain.text, language, (at) => user(plain.text, at) !== undefined);
  const clean = { ...plain, text: blanked(plain.text, [...foreign, ...facesOfSigns(plain.text)]) };
  const unread = foreignNotes(plain.text, foreign);
  const limited: string[] = [];
  const sections = sectionsOf(cuts, clean.text.length, (askedMs, pauseMs) =>
    limited.push(
      `A pause of ${askedMs / 1000} s is spoken as ${pauseMs / 1000} s: pauses have at most 60 s, and 600 s together in a text`,
    ),
  );
  if (!/[\p{L}\p{N}]/u.test(clean.text)) {
    if (unread.length === 0)
      throw new TextRefusal(
        'nothing_to_speak',
        `Expected a text with at least one word or number, received ${text.length} characters without any`,
      );
    throw new TextRefusal(
      'unsupported_script',
      `Expected ${language.description} for this voice, received other letters from character ${plain.starts[foreign[0]!.start]} on. ${unread.join('. ')}`,
    );
  }
  const fixedAt = (offset: number): FixedReader => {
    return (sentence, at) => {
      const reading = fixed.get(offset + at);
      if (reading === undefined) return user(sentence, at);
      return {
        end: reading.end - offset,
        pieces: reading.pieces.map((piece) =>
          'text' in piece ? { ...piece, start: piece.start - offset, end: piece.end - offset } : piece,
        ),
      };
    };
  };
  return { clean, fixedAt, sections, notes: [...notes, ...unread, ...limited.slice(0, 5)] };
}

/** Replaces some ranges of a text by spaces. */
function blanked(text: string, ranges: readonly { start: number; end: number }[]): string {
  let written = '';
  let at = 0;
  for (const { start, end } of [...ranges].sort((one, other) => one.start - other.start)) {
    if (end <= at) continue;
    written += text.slice(at, start) + ' '.repeat(end - Math.max(at, start));
    at = end;
  }
  return written + text.slice(at);
}
