import {
  isWord,
  type KnownWords,
  type Line,
  matchAt,
  type Piece,
  type Reader,
} from '../../../text/reading.js';
import { readAbbreviation, readDays, readDotted } from './abbreviations.js';
import { readAddress } from './addresses.js';
import { readMarkup } from './brackets.js';
import { readCalendarWord } from './calendar-words.js';
import { readCodeNumber } from './code-numbers.js';
import { readDash } from './dashes.js';
import { readDate } from './dates.js';
import { readFormula } from './formulas.js';
import { readCharacterStrings, readDigitGroups, readInternetAddress, readVersion } from './identifiers.js';
import { readAngle, readDuration, readLength, readMultiple, readPowerOfTen } from './measures.js';
import { readMoney } from './money.js';
import { readNumberName } from './number-names.js';
import { readDecade, readNumber } from './numbers.js';
import { readAsterisk, readDoubleArrow, readOperator, readRaised, readSign } from './operators.js';
import { readPhoneNumber } from './phone-numbers.js';
import { readGroupedNumber, readQuantity, readVulgarFraction } from './quantities.js';
import { readRomanNumeral, readRomanPoint } from './roman-numerals.js';
import { shouting } from './shouting.js';
import { readState } from './states.js';
import { readStreetAddress } from './street-addresses.js';
import { readBracket, readBreadcrumb, readPunctuation, readSlash, readSymbol } from './symbols.js';
import { readTime } from './times.js';
import { readVerse } from './verses.js';
import { readSpecial, readWord } from './words.js';

/** In this order: the first that takes what stands at a place reads it. The last one takes everything. */
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

/** Behind whatever it belongs to: "COVID-19's", "King Jr.'s". */
const POSSESSIVE = /'s(?![\p{L}\d])/uy;

/** What is said of one sentence, in order. `first` is asked before all other readers. Places count from the sentence's start. */
export function readSentence(text: string, words: KnownWords, first?: Reader): Piece[] {
  const read: Piece[] = [];
  const line: Line = { text, read, isShouted: shouting(text, words), words };
  const readers = first === undefined ? READERS : [first, ...READERS];
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
      if (possessive && last && isWord(last) && last.end === at) {
        at += possessive[0].length;
        read[read.length - 1] = { ...last, text: `${last.text}'s`, end: at };
      }
      break;
    }
  }
  return read;
}
