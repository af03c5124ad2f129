import { readFile } from 'node:fs/promises';
import characterRanges from './character-ranges.json' with { type: 'json' };
import type { Tokeniser } from './tokeniser.js';

/**
 * Uncased WordPiece of BERT (Devlin et al., google-research/bert tokenization.py) with the tables of the Rust tokenizers. It
 * cleans the text, separates ideographs, decomposes characters (NFD), drops accents, lower-cases, splits at white space and
 * punctuation, and then takes the longest known piece repeatedly. "[SEP]" in a text is text, never a control token.
 */
export interface WordPiece extends Tokeniser {
  readonly unknownId: number;
  tokenise(text: string): Tokens;
}

/** Token i has the id `ids[i]` and the range `text.slice(starts[i], ends[i])` of the given text. */
export interface Tokens {
  readonly ids: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** Maximum length of a word; a longer one is an unknown token. The model defines it. */
const MAX_WORD_CHARACTERS = 100;

// Classes of code points; 0 is a character of a word.
const DROP = 1;
const SPACE = 2;
const SPLIT = 3;
/** An ideograph is a word by itself, and so are the characters that it decomposes to. */
const SEPARATE = 4;

/**
 * Class of every code point, from ranges of the Rust tokenizers 0.23.3 (tools/make_fixtures.py): the gap since the last range
 * and its length, in base 36. A table instead of \p{...}, because tokens must not change with the Unicode version of Node.
 */
const CLASSES = new Uint8Array(0x110000);
for (const [ranges, kind] of [
  [characterRanges.removed, DROP],
  [characterRanges.whiteSpace, SPACE],
  [characterRanges.punctuation, SPLIT],
  [characterRanges.ideograph, SEPARATE],
] as const) {
  const numbers = ranges.split(' ').map((digits) => Number.parseInt(digits, 36));
  for (let i = 0, end = 0; i < numbers.length; i += 2) {
    const start = end + numbers[i]!;
    end = start + numbers[i + 1]!;
    CLASSES.fill(kind, start, end);
  }
}

const ASCII_LOWER = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code).toLowerCase());

export async function readWordPiece(tokenizerJson: string): Promise<WordPiece> {
  const text = await readFile(tokenizerJson, 'utf8');
  const from = text.indexOf('"vocab"');
  if (from < 0) throw new Error(`Expected a WordPiece vocabulary in ${tokenizerJson}, found none`);
  return createWordPiece(vocabularyEntries(text, from));
}

/** Reads the pairs one by one: JSON.parse of 30,522 keys would double the heap of the worker. */
function* vocabularyEntries(text: string, from: number): Generator<readonly [string, number]> {
  const pair = /\s*"((?:[^"\\]|\\.){0,200})"\s*:\s*(\d+)\s*([,}])/y;
  pair.lastIndex = text.indexOf('{', from) + 1;
  for (let match = pair.exec(text); match; match = pair.exec(text)) {
    yield [JSON.parse(`"${match[1]}"`) as string, Number(match[2])];
    if (match[3] === '}') return;
  }
  throw new Error('Expected a WordPiece vocabulary of words and ids, received another value');
}

function createWordPiece(vocabulary: Iterable<readonly [piece: string, id: number]>): WordPiece {
  // Maps, because "constructor" and "__proto__" are words.
  const first = new Map<string, number>();
  const continued = new Map<string, number>();
  const pieces: string[] = [];
  let longest = 1;
  for (const [piece, id] of vocabulary) {
    pieces[id] = piece;
    if (piece.startsWith('##') && piece.length > 2) continued.set(piece.slice(2), id);
    else first.set(piece, id);
    longest = Math.max(longest, piece.length);
  }
  const special = (piece: string): number => {
    const id = first.get(piece);
    if (id === undefined) throw new Error(`Expected ${piece} in the vocabulary`);
    return id;
  };
  const unknownId = special('[UNK]');

  return {
    unknownId,
    startId: special('[CLS]'),
    endId: special('[SEP]'),
    piece: (id) => pieces[id] ?? '[UNK]',
    tokenise: (text) => tokenise(text, first, continued, unknownId, longest),
  };
}

function tokenise(
  text: string,
  first: ReadonlyMap<string, number>,
  continued: ReadonlyMap<string, number>,
  unknownId: number,
  longest: number,
): Tokens {
  const out = new TokenBuffer(text.length);
  // The normalised word that is being read. Its unit k comes from text.slice(unitStart[k], unitEnd[k]).
  let word = '';
  let characters = 0;
  const unitStart = new Int32Array(2 * MAX_WORD_CHARACTERS);
  const unitEnd = new Int32Array(2 * MAX_WORD_CHARACTERS);
  let wordStart = 0;
  let wordEnd = 0;

  const append = (character: string, start: number, end: number): void => {
    if (characters === 0) wordStart = start;
    wordEnd = end;
    characters++;
    if (characters > MAX_WORD_CHARACTERS) return;
    for (let unit = 0; unit < character.length; unit++) {
      unitStart[word.length + unit] = start;
      unitEnd[word.length + unit] = end;
    }
    word += character;
  };

  const finish = (): void => {
    if (characters === 0) return;
    const mark = out.length;
    let at = 0;
    let pieces = first;
    if (characters > MAX_WORD_CHARACTERS) at = -1;
    while (at >= 0 && at < word.length) {
      let end = Math.min(word.length, at + longest);
      let id: number | undefined;
      for (; end > at; end--) {
        id = pieces.get(word.slice(at, end));
        if (id !== undefined) break;
      }
      if (id === undefined) at = -1;
      else {
        out.push(id, unitStart[at]!, unitEnd[end - 1]!);
        at = end;
        pieces = continued;
      }
    }
    if (at < 0) {
      out.length = mark;
      out.push(unknownId, wordStart, wordEnd);
    }
    word = '';
    characters = 0;
  };

  for (let start = 0; start < text.length; ) {
    const code = text.codePointAt(start)!;
    const end = start + (code > 0xffff ? 2 : 1);
    const kind = CLASSES[code]!;
    if (kind === SPACE) finish();
    else if (kind !== DROP) {
      if (kind === SEPARATE) finish();
      if (code < 128) {
        if (kind === SPLIT) finish();
        append(ASCII_LOWER[code]!, start, end);
        if (kind === SPLIT) finish();
      } else {
        // Code point by code point: marks are dropped, so that their order does not matter, and a final sigma stays a sigma.
        for (const part of String.fromCodePoint(code).normalize('NFD')) {
          const partKind = CLASSES[part.codePointAt(0)!]!;
          if (partKind === DROP) continue;
          if (partKind === SPLIT) finish();
          for (const lower of part.toLowerCase()) append(lower, start, end);
          if (partKind === SPLIT) finish();
        }
      }
      if (kind === SEPARATE) finish();
    }
    start = end;
  }
  finish();
  return out.tokens();
}

/** Buffer that grows by doubling, outside of the heap, because the heap limit of the worker is small. */
class TokenBuffer {
  length = 0;
  #ids: Int32Array;
  #starts: Int32Array;
  #ends: Int32Array;

  constructor(characters: number) {
    const capacity = Math.max(16, characters >> 2);
    this.#ids = new Int32Array(capacity);
    this.#starts = new Int32Array(capacity);
    this.#ends = new Int32Array(capacity);
  }

  push(id: number, start: number, end: number): void {
    if (this.length === this.#ids.length) {
      this.#ids = doubled(this.#ids);
      this.#starts = doubled(this.#starts);
      this.#ends = doubled(this.#ends);
    }
    this.#ids[this.length] = id;
    this.#starts[this.length] = start;
    this.#ends[this.length] = end;
    this.length++;
  }

  tokens(): Tokens {
    const { length } = this;
    return {
      ids: this.#ids.subarray(0, length),
      starts: this.#starts.subarray(0, length),
      ends: this.#ends.subarray(0, length),
    };
  }
}

function doubled(array: Int32Array): Int32Array {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
