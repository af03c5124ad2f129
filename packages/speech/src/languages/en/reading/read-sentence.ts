import { type FixedReader, isWord, matchAt, type Piece } from '../../../text/reading.js';
import { readAbbreviation, readCalendarWord, readDays, readDotted } from './abbreviations.js';
import { readAddress } from './addresses.js';
import { readDate } from './dates.js';
import {
  readCharacterStrings,
  readCodeNumber,
  readDigitGroups,
  readInternetAddress,
  readVersion,
} from './digit-groups.js';
import { readFormula } from './formulas.js';
import type { KnownWords, Line, Reader } from './line.js';
import { readAngle, readDuration, readLength, readMultiple, readPowerOfTen } from './measures.js';
import { readMoney } from './money.js';
import { readDecade, readNumber, readNumberName } from './numbers.js';
import { readAsterisk, readDoubleArrow, readOperator, readRaised, readSign } from './operators.js';
import { readPhoneNumber } from './phone-numbers.js';
import { readGroupedNumber, readQuantity, readVulgarFraction } from './quantities.js';
import { readRomanNumeral, readRomanPoint } from './roman-numerals.js';
import { shouting } from './shouting.js';
import { readState, readStreetAddress } from './street-addresses.js';
import {
  readBracket,
  readBreadcrumb,
  readDash,
  readMarkup,
  readPunctuation,
  readSlash,
  readSymbol,
} from './symbols.js';
import { readTime } from './times.js';
import { readVerse } from './verses.js';
import { readSpecial, readWord } from './words.js';

/** Readers in order: the first that accepts the characters at a place reads them. The last one accepts everything. */
const READERS: readonly Reader[] = [
  readSpecial,
  readRomanPoint,
  readInternetAddress,
  readNumberName,
  readVerse,
  readFormula,
  readDate,
  readMoney,
  readTime,
  readStreetAddress,
  readState,
  readPhoneNumber,
  readDigitGroups,
  readCodeNumber,
  readCharacterStrings,
  readDecade,
  readPowerOfTen,
  readDuration,
  readAngle,
  readLength,
  readMultiple,
  readGroupedNumber,
  readQuantity,
  readVersion,
  readVulgarFraction,
  readNumber,
  readDays,
  readCalendarWord,
  readDotted,
  readAbbreviation,
  readAddress,
  readRomanNumeral,
  readWord,
  readDoubleArrow,
  readMarkup,
  readBreadcrumb,
  readSign,
  readRaised,
  readAsterisk,
  readOperator,
  readDash,
  readPunctuation,
  readBracket,
  readSlash,
  readSymbol,
];

/** An ending after any reading: "COVID-19's", "King Jr.'s". */
const POSSESSIVE = /'s(?![\p{L}\d])/uy;

/** Reads a sentence. `fixed` is called before the readers of the language. Places count from the start of the sentence. */
export function readSentence(text: string, words: KnownWords, fixed: FixedReader): Piece[] {
  const read: Piece[] = [];
  const line: Line = { text, read, isShouted: shouting(text, words), words };
  const readers: readonly Reader[] = [(_, at) => fixed(text, at), ...READERS];
  for (let at = 0; at < text.length; ) {
    if (text[at] === ' ' || text[at] === '\n') {
      at++;
      continue;
    }
    for (const reader of readers) {
      const reading = reader(line, at);
      if (reading === undefined) continue;
      read.push(...reading.pieces);
      at = reading.end;
      const possessive = matchAt(POSSESSIVE, text, at);
      const last = read.at(-1);
      if (possessive && isWord(last) && last.end === at) {
        at += possessive[0].length;
        read[read.length - 1] = { ...last, text: `${last.text}'s`, end: at };
      }
      break;
    }
  }
  return read;
}
