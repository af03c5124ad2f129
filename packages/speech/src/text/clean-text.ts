import foldedCharactersData from './folded-characters.json' with { type: 'json' };
/** Text with composed marks and folded characters, and the place of each of its units in the given text. */
export interface CleanText {
  readonly text: string;
  /** Unit i of `text` comes from the units starts[i] up to ends[i] of the given text. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** Replacements of characters: white space becomes a space, a line separator a newline. */
const FOLDED: ReadonlyMap<string, string> = new Map(Object.entries(foldedCharactersData));

/** Characters whose compatibility form would be read differently: "x²" is not "x2". */
const UNFOLDED = /[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u208e\u2150-\u215f\u2189\u00a8\u2120]/u;
/**
 * Characters that are not read: accents without a letter, format characters (zero width, direction, tags),
 * private and unpaired units.
 */
const UNREAD = /[\p{Mn}\p{Me}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/u;
const SPACE = /[\p{Zs}\p{Cc}]/u;

/** Keeps, folds or drops every unit without moving it, in linear time. */
export function cleanText(given: string): CleanText {
  const starts = new Uint32Array(given.length * 4 + 1);
  const ends = new Uint32Array(given.length * 4 + 1);
  let text = '';
  const append = (written: string, start: number, end: number): void => {
    for (let i = 0; i < written.length && text.length < starts.length; i++) {
      starts[text.length] = start;
      ends[text.length] = end;
      text += written[i]!;
    }
  };

  for (let at = 0; at < given.length; ) {
    const code = given.charCodeAt(at);
    if (code >= 0x20 && code < 0x7f && !isMark(given, at + 1) && code !== 0x60) {
      append(given[at]!, at, at + 1);
      at++;
      continue;
    }
    let end = at + String.fromCodePoint(given.codePointAt(at)!).length;
    const first = given.slice(at, end);
    // A letter and its accents are one character. A limit bounds texts with thousands of accents on a letter.
    for (let marks = 0; marks < 8 && isMark(given, end); marks++) end++;
    append(folded(first, given.slice(at, end)), at, end);
    at = end;
  }
  return { text, starts: starts.slice(0, text.length), ends: ends.slice(0, text.length) };
}

/** Folds units that need no neighbours. The result has the length of the given text. */
export function foldUnits(given: string): string {
  return given.replace(/[^\n -~]|`/g, (unit) => FOLDED.get(unit) ?? (SPACE.test(unit) ? ' ' : unit));
}

function isMark(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x300 && code <= 0x36f;
}

function folded(first: string, cluster: string): string {
  const fold = FOLDED.get(first);
  if (fold !== undefined) return fold;
  if (SPACE.test(first)) return ' ';
  if (UNFOLDED.test(first)) return first;
  if (UNREAD.test(first)) return '';
  // An emoji is a pause between words, not a letter ("🅰" would become "A").
  if (/\p{Extended_Pictographic}/u.test(first) && !/[\u00a9\u00ae\u2122\u2194]/.test(first)) return ' ';
  const composed = cluster.normalize('NFKC');
  // Accents without a composed letter are dropped.
  return composed.replace(/[\p{Mn}\p{Me}]/gu, '').slice(0, 4);
}
