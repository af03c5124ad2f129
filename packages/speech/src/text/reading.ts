/** A spoken word with its place in the cleaned sentence. */
export interface ReadWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The name of a letter: "A" as in "plan A". */
  readonly letter?: true;
  /** Said in one breath with the word before it: the letters of "FBI". */
  readonly joined?: true;
  /** As the caller's lexicon wants it said. */
  readonly phonemes?: string;
}

/** Punctuation that the voice was taught to follow. */
export interface ReadMark {
  readonly mark: string;
}

export type Piece = ReadWord | ReadMark;

export function isWord(piece: Piece): piece is ReadWord {
  return 'text' in piece;
}

/** What one reader made of the characters from where it was asked up to `end`. */
export interface Reading {
  readonly end: number;
  readonly pieces: readonly Piece[];
}

/** A sentence being read, and what readers may ask. */
export interface Line {
  readonly text: string;
  /** What was read so far. */
  readonly read: readonly Piece[];
  /** Whether the word at a place is among words in capitals, which then mean nothing. */
  readonly isShouted: (at: number) => boolean;
  readonly words: KnownWords;
}

export interface KnownWords {
  /** In one of the lexicons, in this or another case, or a regular form of such a word. */
  has(word: string): boolean;
  /** Written in capitals in the lexicon and said as a word: NASA. */
  isAcronym(capitals: string): boolean;
  /** Known only as an everyday word, in lower case: "stop". */
  isEveryday(lower: string): boolean;
}

/** Undefined: not mine. Readers are asked in order, at every place where none has read yet. */
export type Reader = (line: Line, at: number) => Reading | undefined;

/** `spoken` word by word, all of the range. */
export function say(spoken: string, start: number, end: number): ReadWord[] {
  return spoken.split(' ').map((text) => ({ text, start, end }));
}

/** Letter by letter and digit by digit, each with its own place; letters in one breath. */
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

const DIGITS = 'zero one two three four five six seven eight nine'.split(' ');

/** `pattern` must be sticky. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The word last read, in lower case; empty behind punctuation and at the start. */
export function wordBefore(line: Line): string {
  const last = line.read.at(-1);
  return last !== undefined && isWord(last) ? last.text.toLowerCase() : '';
}

/** "a 5 km run", "a $20 bill": what is counted stands in the singular before the noun. */
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

/** An odd number of such quotes stand before: the next one closes. An apostrophe between letters is none. */
export function isOpenQuote(text: string, at: number, quote: string): boolean {
  const before = text.slice(0, at).replace(/(?<=[\p{L}\d])'(?=[\p{L}\d])|(?<=\d)["']/gu, '');
  return (before.split(quote).length - 1) % 2 === 1;
}

/** The "s" of "APIs" belongs to the last letter. */
export function withEnding(letters: readonly ReadWord[], ending: string, end: number): ReadWord[] {
  if (ending === '') return [...letters];
  const last = letters.at(-1)!;
  return [...letters.slice(0, -1), { ...last, text: `${last.text}'s`, end }];
}
