import { createUserLexicon, type UserLexicon } from './phonemes/user-lexicon.js';
import { type CleanText, cleanText } from './text/clean-text.js';
import { type Section, sectionsOf } from './text/pause-marks.js';
import { refuseOtherScripts } from './text/scripts.js';
import { TextRefusal } from './text/text-refusal.js';

export interface ReadingOptions {
  /** Words the caller wants said in a certain way: IPA, or the voice's alphabet. Word as written, or whatever its case. */
  readonly lexicon?: Readonly<Record<string, string>>;
}

/** A text that can be read, before any of it is. */
export interface PreparedText {
  readonly clean: CleanText;
  readonly user: UserLexicon;
  readonly sections: readonly Section[];
}

/** Throws the TextRefusal of a text that cannot be spoken. Needs no model and no dictionary; some milliseconds for 20,000 characters. */
export function prepareText(text: string, { lexicon = {} }: ReadingOptions = {}): PreparedText {
  const clean = cleanText(text);
  const user = createUserLexicon(lexicon);
  const sections = sectionsOf(clean.text);
  refuseOtherScripts(
    clean.text,
    (at) => clean.starts[at]!,
    (at) => user.isAt(clean.text, at),
  );
  if (!sections.some(({ start, end }) => /[\p{L}\p{N}]/u.test(clean.text.slice(start, end))))
    throw new TextRefusal(
      'nothing_to_speak',
      `Expected a text with at least one word or number, received ${text.length} characters without any`,
    );
  return { clean, user, sections };
}
