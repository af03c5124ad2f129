import { isWord, type Piece, type Reading, type ReadWord } from '../../../text/reading.js';

/** A sentence that is being read. */
export interface Line {
  readonly text: string;
  /** Pieces read so far. */
  readonly read: readonly Piece[];
  /** Whether the word at a place is among words in capitals, so that its capitals have no meaning. */
  readonly isShouted: (at: number) => boolean;
  readonly words: KnownWords;
}

export interface KnownWords {
  /** Whether a lexicon has the word, in any case, or the base of a regular form. */
  has(word: string): boolean;
  /** Whether a lexicon has the word in capitals as one word: NASA. */
  isAcronym(capitals: string): boolean;
  /** Whether a lexicon has the word in lower case: "stop". */
  isEveryday(lower: string): boolean;
}

/** Reads the characters at a place, or returns undefined if they are not of its kind. */
export type Reader = (line: Line, at: number) => Reading | undefined;

const DIGITS = 'zero one two three four five six seven eight nine'.split(' ');

/** Spells characters: each letter and digit has its own place, and neighbouring letters are joined. */
export function spell(characters: string, start: number): ReadWord[] {
  const pieces: ReadWord[] = [];
  for (let i = 0; i < characters.length; i++) {
    const place = { start: start + i, end: start + i + 1 };
    const digit = DIGITS[Number(characters[i])];
    if (/\d/.test(characters[i]!) && digit) pieces.push({ text: digit, ...place });
    else
      pieces.push({
        text: characters[i]!.toUpperCase(),
        ...place,
        letter: true,
        ...(pieces.at(-1)?.letter ? { joined: true as const } : {}),
      });
  }
  return pieces;
}

/** Spells the letters of `written` ("p.m.", "E.S.T.") without its other characters. */
export function spellLetters(written: string, start: number): ReadWord[] {
  return Array.from(written.matchAll(/\p{L}/gu)).flatMap(({ 0: letter, index }, i) => {
    const [first, ...others] = spell(letter, start + index);
    return [i > 0 ? { ...first!, joined: true as const } : first!, ...others];
  });
}

/** Adds "'s" to the last of some letters: the plural of "APIs". */
export function withEnding(letters: readonly ReadWord[], ending: string, end: number): ReadWord[] {
  if (ending === '') return [...letters];
  const last = letters.at(-1)!;
  return [...letters.slice(0, -1), { ...last, text: `${last.text}'s`, end }];
}

/** Whether a letter or digit is directly before a place. */
export function isInsideWord(text: string, at: number): boolean {
  return /[\p{L}\d]/u.test(text[at - 1] ?? ' ');
}

/** Returns the last word read, in lower case; empty after punctuation and at the start. */
export function wordBefore(line: Line): string {
  const last = line.read.at(-1);
  return isWord(last) ? last.text.toLowerCase() : '';
}

/** Whether a counted noun follows an article, as in "a 5 km run": its unit is then singular. */
export function isAttribute(line: Line, numberEnd: number): boolean {
  if (!/^(?:an?|this|that|one|every|each)$/.test(wordBefore(line))) return false;
  const noun = /^[^\p{L}]{0,4}\S{0,12}\s(?<word>\p{Ll}{3,})/u.exec(line.text.slice(numberEnd))?.groups?.word;
  return (
    noun !== undefined &&
    !/^(?:and|for|from|per|more|less|off|each|that|than|with|was|the|into|over|under|ago|away|but)$/.test(
      noun,
    )
  );
}

/** Whether a quotation is open at a place, so that the next `quote` closes it. Apostrophes between letters do not count. */
export function isOpenQuote(text: string, at: number, quote: string): boolean {
  const before = text.slice(0, at).replace(/(?<=[\p{L}\d])'(?=[\p{L}\d])|(?<=\d)["']/gu, '');
  return (before.split(quote).length - 1) % 2 === 1;
}
