import { type Unit, unitGlued } from '../lexicon/units.js';
import { fold } from '../retrieval/text/fold.js';
import { isIdentifier } from '../retrieval/text/identifiers.js';

/** A stretch of the text that becomes one word, with what its characters say. */
export interface Part {
  readonly start: number;
  readonly end: number;
  /** Where the word is not its folded characters: "U.S." is "us". */
  readonly text: string | null;
  readonly number: number | null;
  readonly isOrdinal: boolean;
  readonly version: string | null;
  readonly unit: Unit | null;
  readonly isIdentifier: boolean;
}

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;
/** A number with a sign, a currency or a hash before it and letters behind it. */
const NUMBER = /^([$#]|rs\.?|inr|usd|eur)?(\d[\d,]*(?:\.\d+)?)(\p{L}{0,6})$/iu;
const VERSION = /^v(\d+(?:\.\p{N}+)*)$/iu;
const DOTTED = /^\d+(?:\.\d+)+$/;
const INITIALS = /^(?:\p{L}\.)+\p{L}$/u;
/** "8-year-old", "20-something": words after all. */
const COUNTED = /^\d+(?:-\p{L}+)+$/u;
/** Scripts written without spaces between words: every character is a word by itself. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]\p{M}*/gu;
/** What stands before a number: a currency, or a minus that is no hyphen. */
const SIGN_BEFORE = /(?:^|[\s(])([-−]?)([€£¥₹]?)$/u;
const MAGNITUDE_LETTERS: Readonly<Record<string, number>> = { k: 1e3, bn: 1e9, mn: 1e6, mio: 1e6 };

/** Appends the words of one run of joined characters at `offset` of `text`. */
export function splitCompound(text: string, compound: string, offset: number, parts: Part[]): void {
  if (compound.search(UNSPACED) >= 0) {
    splitUnspaced(text, compound, offset, parts);
    return;
  }
  const end = offset + compound.length;
  const numeric = readNumeric(text, compound, offset);
  if (numeric !== null) {
    parts.push(...numeric);
  } else if (INITIALS.test(compound)) {
    parts.push(plain(offset, end, { text: fold(compound).replaceAll('.', ''), isIdentifier: true }));
  } else if (
    !COUNTED.test(compound) &&
    (isIdentifier(compound) || /[+&=]/.test(compound) || !/\p{L}|\p{N}/u.test(compound))
  ) {
    parts.push(plain(offset, end, { isIdentifier: true }));
  } else if (/^e-\p{L}+$/iu.test(compound)) {
    parts.push(plain(offset, end, { text: fold(compound).replace('-', '') }));
  } else {
    for (const word of compound.matchAll(WORD)) {
      const start = offset + word.index;
      const counted = /^\d+$/.test(word[0]) ? { number: Number(word[0]) } : {};
      parts.push(plain(start, start + word[0].length, counted));
    }
  }
}

/** A sign that is a word by itself. */
export function signPart(start: number, end: number): Part {
  return plain(start, end, { isIdentifier: true });
}

function plain(start: number, end: number, facts: Partial<Part> = {}): Part {
  return {
    start,
    end,
    text: null,
    number: null,
    isOrdinal: false,
    version: null,
    unit: null,
    isIdentifier: false,
    ...facts,
  };
}

/** Digits with what is glued to them: "1,000", "$5", "5%", "10MB", "3rd", "v2.1", "10am"; null for anything else. */
function readNumeric(text: string, compound: string, start: number): Part[] | null {
  let end = start + compound.length;
  const version = VERSION.exec(compound);
  if (version !== null) {
    return [
      plain(start, end, {
        version: fold(version[1]!),
        number: Number.parseFloat(version[1]!),
        isIdentifier: true,
      }),
    ];
  }
  if (DOTTED.test(compound) && compound.indexOf('.') !== compound.lastIndexOf('.')) {
    return [
      plain(start, end, { version: compound, number: Number.parseFloat(compound), isIdentifier: true }),
    ];
  }
  const match = NUMBER.exec(compound);
  if (match === null) return null;
  const [, sign = '', digits, letters] = match;
  const currencyBefore = sign.toLowerCase().replace('.', '');
  const suffix = letters!.toLowerCase();
  const [, minus, currency] = SIGN_BEFORE.exec(text.slice(Math.max(0, start - 3), start)) ?? [];
  const number = Number(digits!.replaceAll(',', '')) * (minus ? -1 : 1);
  const dotted = DOTTED.test(digits!) ? digits! : null;
  if (sign === '#') return [plain(start, end, { number, isIdentifier: true })];
  if (suffix === '') {
    const before = currency || currencyBefore;
    const after = /^(?:%| ?°[cf]?)/i.exec(text.slice(end, end + 3))?.[0] ?? '';
    const unit = unitGlued(before === '' ? after.trim().toLowerCase() : before);
    end += after.length;
    return [
      plain(start, end, {
        number,
        unit,
        version: unit === null ? dotted : null,
        text: dotted ?? String(number),
      }),
    ];
  }
  if (/^(?:st|nd|rd|th)$/.test(suffix)) return [plain(start, end, { number, isOrdinal: true })];
  if (suffix === 'am' || suffix === 'pm') {
    const at = end - suffix.length;
    return [plain(start, at, { number }), plain(at, end)];
  }
  const magnitude = MAGNITUDE_LETTERS[suffix];
  const unit = unitGlued(magnitude === undefined ? suffix : currencyBefore);
  if (magnitude === undefined && unit === null) return null;
  return [plain(start, end, { number: number * (magnitude ?? 1), unit })];
}

function splitUnspaced(text: string, compound: string, offset: number, parts: Part[]): void {
  let at = 0;
  for (const character of compound.matchAll(UNSPACED)) {
    if (character.index > at) splitCompound(text, compound.slice(at, character.index), offset + at, parts);
    at = character.index + character[0].length;
    parts.push(plain(offset + character.index, offset + at));
  }
  if (at < compound.length) splitCompound(text, compound.slice(at), offset + at, parts);
}
