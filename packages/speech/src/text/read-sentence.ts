import { readAbbreviation, readDays, readDotted } from './read-abbreviations.js';
import { readAddress } from './read-addresses.js';
import { readCalendarWord } from './read-calendar-words.js';
import { readCodeNumber } from './read-code-numbers.js';
import { readDash } from './read-dashes.js';
import { readDate } from './read-dates.js';
import {
  readCharacterStrings,
  readDigitGroups,
  readInternetAddress,
  readVersion,
} from './read-digit-groups.js';
import { readFormula } from './read-formulas.js';
import { readMarkup } from './read-markup.js';
import { readAngle, readDuration, readLength, readMultiple, readPowerOfTen } from './read-measures.js';
import { readMoney } from './read-money.js';
import { readNumberName } from './read-number-names.js';
import { readDecade, readNumber } from './read-numbers.js';
import { readAsterisk, readDoubleArrow, readOperator, readRaised, readSign } from './read-operators.js';
import { readPhoneNumber } from './read-phone-numbers.js';
import { readGroupedNumber, readQuantity, readVulgarFraction } from './read-quantities.js';
import { readState } from './read-states.js';
import { readStreetAddress } from './read-street-addresses.js';
import { readBracket, readBreadcrumb, readPunctuation, readSlash, readSymbol } from './read-symbols.js';
import { readTime } from './read-times.js';
import { readVerse } from './read-verses.js';
import { readSpecial, readWord } from './read-words.js';
import { isWord, type KnownWords, type Line, matchAt, type Piece, type Reader } from './reading.js';
import { readRomanNumeral, readRomanPoint } from './roman-numerals.js';
import { shouting } from './shouting.js';

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
