import { type FullStops, NEXT_WORD_LENGTH } from '../../text/language.js';
import { ABBREVIATIONS, SENTENCE_OPENERS } from './abbreviations.js';

/** A Roman numeral, but not the pronoun: "Vol. IV", "Ch. I:". */
const ROMAN = /^(?:[IVXLC]{2,8}|[VXL]|I(?=[:,;)–-]| (?:and|to|or|&) [IVX]))(?![\p{L}'])/u;

export const fullStops: FullStops = {
  isAbbreviation: (word) => ABBREVIATIONS.has(word),
  neverEndsSentence: (word) => /^(?:neverEnds|beforeNumber)$/.test(ABBREVIATIONS.get(word)?.kind ?? ''),
  needsNextWord: (word) => /^(?:\p{L}|Dr|St)$/u.test(word) || ABBREVIATIONS.has(word),
  endsSentence(text, stop, next, word) {
    const nextWord = text.slice(next, next + NEXT_WORD_LENGTH);
    const opener =
      SENTENCE_OPENERS.has(/^\p{L}+/u.exec(nextWord)?.[0] ?? '') && !/^\p{L}\./u.test(nextWord.slice(0, 2));
    const number = /^[\d#]/.test(nextWord);
    if (word === 'Dr' || word === 'St') return opener;
    // "U.S.", "a.m.", "J. Smith": one letter before the stop.
    if (/^\p{L}$/u.test(word)) {
      if (text[stop - 2] === '.')
        return (
          opener ||
          (/^[aApP]\.[mM]$/.test(text.slice(stop - 3, stop)) && /^\p{Lu}\p{Ll}/u.test(nextWord.slice(0, 2)))
        );
      if (word === 'I') return true;
      return /\p{Lu}/u.test(word) ? opener : !number;
    }
    const kind = ABBREVIATIONS.get(word)?.kind;
    if (kind === undefined) return true;
    if (kind === 'beforeNumber') return !number && !ROMAN.test(nextWord);
    if (kind === 'neverEnds') return false;
    return opener || (!number && /\p{Lu}/u.test(text[next] ?? '') && word === 'etc');
  },
};
