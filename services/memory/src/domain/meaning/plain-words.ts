import { unitAfterNumber } from '../lexicon/units.js';
import {
  CARDINALS,
  isFunctionWord,
  isNegation,
  MAGNITUDES,
  ORDINAL_WORDS,
} from '../lexicon/words-of-english.js';
import { fold } from '../retrieval/text/fold.js';
import { COMPOUND } from '../retrieval/text/identifiers.js';
import { stemWord } from '../retrieval/text/stem-word.js';
import { markNames } from './names.js';
import { type Part, signPart, splitCompound } from './split-compound.js';
import type { Word } from './word.js';

const CHUNK = /\S+/g;
/** Signs that say something by themselves: of arithmetic, comparison and logic, and emoji. */
const SYMBOL =
  /[*^=<>+~×÷√∞→←±≠≤≥!]=+|&&|\|\||[*^=<>+×÷√∞→←±≠≤≥]+|\p{Regional_Indicator}{2}|\p{Extended_Pictographic}(?:\p{M}|\p{Emoji_Modifier}|\u200d|\p{Extended_Pictographic})*/u;
const PIECE = new RegExp(`${COMPOUND.source}|${SYMBOL.source}`, 'gu');

/** The words of a text in order, by their characters alone; any text, also empty. */
export function readPlainWords(text: string): Word[] {
  const parts: Part[] = [];
  for (const chunk of text.matchAll(CHUNK)) {
    if (isSpacedOperator(text, chunk[0], chunk.index)) parts.push(signPart(chunk.index, chunk.index + 1));
    for (const piece of chunk[0].matchAll(PIECE)) {
      const start = chunk.index + piece.index;
      // The C of "20 °C" was read with the number.
      if (start >= (parts.at(-1)?.end ?? 0)) splitCompound(text, piece[0], start, parts);
    }
  }
  const names = markNames(text, parts);
  const words: Word[] = [];
  for (const [at, part] of parts.entries()) {
    const word = readWord(text, part, names[at]!, words.at(-1));
    // Of an accent without a letter nothing is left.
    if (word.text !== '') words.push(word);
  }
  return words;
}

function readWord(source: string, part: Part, isName: boolean, previous: Word | undefined): Word {
  const text = part.text ?? fold(source.slice(part.start, part.end));
  const ordinal = part.isOrdinal ? part.number : (ORDINAL_WORDS.get(text) ?? null);
  const followsNumber = previous !== undefined && previous.number !== null && !previous.isOrdinal;
  const unit = part.unit ?? (followsNumber && previous.unit === null ? unitAfterNumber(text) : null);
  const isUnitWord = unit !== null && part.number === null;
  const number = isUnitWord ? null : (part.number ?? CARDINALS.get(text) ?? MAGNITUDES.get(text) ?? ordinal);
  const negation = !isName && isNegation(text);
  return {
    text,
    start: part.start,
    end: part.end,
    stem: stemWord(text) || text,
    isContent:
      isName || part.isIdentifier || isUnitWord || (!negation && text !== 'one' && !isFunctionWord(text)),
    number,
    isOrdinal: number !== null && number === ordinal,
    version: part.version,
    unit,
    isNegation: negation,
    isName,
    isIdentifier: part.isIdentifier,
    thing: null,
    opposites: null,
    groups: [],
  };
}

/** The minus of "7 - 3", not a dash between words. */
function isSpacedOperator(text: string, chunk: string, start: number): boolean {
  return (
    /^[-−/%]$/.test(chunk) &&
    /\d\s$/.test(text.slice(Math.max(0, start - 2), start)) &&
    /^\s\d/.test(text.slice(start + 1, start + 3))
  );
}
