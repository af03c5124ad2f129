import type { CleanText } from './clean-text.js';
import { facesOfSigns } from './kaomoji.js';
import { type Section, sectionsOf } from './pause-marks.js';
import type { Reader } from './reading.js';
import { foreignNotes, foreignTexts } from './scripts.js';
import { stripMarkup } from './strip-markup.js';
import { TextRefusal } from './text-refusal.js';
import { createUserLexicon, type UserLexicon } from './user-lexicon.js';

export interface ReadingOptions {
  /** Words the caller wants said in a certain way: IPA, or the voice's alphabet. Word as written, or whatever its case. */
  readonly lexicon?: Readonly<Record<string, string>>;
}

/** A text that can be read, before any of it is. */
export interface PreparedText {
  readonly clean: CleanText;
  /** Asked before all other readers, for a sentence that begins at `offset` of the clean text. */
  readonly readerAt: (offset: number) => Reader;
  readonly sections: readonly Section[];
  /** What of the text is not spoken, or not in the way that was asked for, for a person. */
  readonly notes: readonly string[];
}

/**
 * Takes the markup out of a text, and the letters that the voice cannot read. Throws the TextRefusal of a text of which
 * nothing is left to speak. Needs no model and no dictionary; some milliseconds for 20,000 characters.
 */
export function prepareText(text: string, { lexicon = {} }: ReadingOptions = {}): PreparedText {
  const user = createUserLexicon(lexicon);
  const { clean: plain, cuts, fixed, notes } = stripMarkup(text);
  const isKnown = (at: number) => user.isAt(plain.text, at);
  const foreign = foreignTexts(plain.text, isKnown);
  const clean = { ...plain, text: blanked(plain.text, [...foreign, ...facesOfSigns(plain.text)]) };
  const unread = foreignNotes(plain.text, foreign);
  const limited: string[] = [];
  const sections = sectionsOf(cuts, clean.text.length, (askedMs, pauseMs) =>
    limited.push(
      `A pause of ${askedMs / 1000} s is spoken as ${pauseMs / 1000} s: pauses have at most 60 s, and 600 s together in a text`,
    ),
  );
  if (!/[\p{L}\p{N}]/u.test(clean.text)) throw refusal(text, unread, plain.starts[foreign[0]?.start ?? 0]);
  return {
    clean,
    readerAt: readerAt(user, fixed),
    sections,
    notes: [...notes, ...unread, ...limited.slice(0, 5)],
  };
}

function readerAt(
  user: UserLexicon,
  fixed: ReturnType<typeof stripMarkup>['fixed'],
): PreparedText['readerAt'] {
  return (offset) => (line, at) => {
    const reading = fixed.get(offset + at);
    if (reading === undefined) return user.reader(line, at);
    return {
      end: reading.end - offset,
      pieces: reading.pieces.map((piece) =>
        'text' in piece ? { ...piece, start: piece.start - offset, end: piece.end - offset } : piece,
      ),
    };
  };
}

function refusal(text: string, unread: readonly string[], firstAt = 0): TextRefusal {
  if (unread.length > 0)
    return new TextRefusal(
      'unsupported_script',
      `Expected English in Latin letters for this voice, received other letters from character ${firstAt} on. ${unread.join('. ')}`,
    );
  return new TextRefusal(
    'nothing_to_speak',
    `Expected a text with at least one word or number, received ${text.length} characters without any`,
  );
}

/** The text with spaces in the place of some ranges, as long as before. */
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
