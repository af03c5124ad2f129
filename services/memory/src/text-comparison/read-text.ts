import { stemmer } from 'stemmer';
import { isGrammar, NUMBER_WORDS, UNITS } from './closed-classes.js';

export type TokenKind = 'word' | 'name' | 'identifier' | 'number' | 'unit' | 'sign' | 'grammar';

export interface Token {
  readonly kind: TokenKind;
  /** Tokens of one kind with equal keys mean the same: the stem of a word, the value of a number, the text of a sign. */
  readonly key: string;
  /** The original spelling, for evidence. */
  readonly text: string;
}

/** The tokens of a text in order. */
export type ReadText = readonly Token[];

const LETTERS = /^[\p{L}\p{M}]+$/u;
const WORDS_WITH_HYPHENS = /^[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)+$/u;
const ALTERNATIVES = /^[\p{L}\p{M}]{2,}(?:\/[\p{L}\p{M}]{2,})+$/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const PUNCTUATION = /^[-–—.,;:!?…|•"'“”‘’«»()[\]{}。？！،؟]+$/u;
const OPENING = new Set('"\'“”‘’«([{');
const CLOSING = new Set('"\'“”‘’»)(]}.,;:!?…。？！،؟');
const ENDING = /[.!?…:]["'”’)]?$/u;
const NUMBER = /^([-+]?)(\p{Sc}?)([-+]?)(\d[\d.,:]*)(\p{Sc}|%|‰|°?[\p{L}µ²³]{0,12})$/u;
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const ORDINAL = /^(?:st|nd|rd|th)$/i;
const CONTRACTION = /^([\p{L}\p{M}]+)['’](s|m|re|ve|ll|d|t)$/iu;
const VERBS: Readonly<Record<string, string>> = { m: 'am', re: 'are', ve: 'have', ll: 'will', d: 'would' };
const VERBS_BEFORE_NOT: Readonly<Record<string, string>> = { ca: 'can', wo: 'will', sha: 'shall' };
/** Longer units are words, whose case has no meaning. */
const MAX_SYMBOL_LENGTH = 3;

/** Reads the tokens of a text, in linear time. */
export function readText(text: string): ReadText {
  const tokens: Token[] = [];
  const isAllCapitals = text === text.toUpperCase();
  let startsSentence = true;
  for (const chunk of withUsualWidth(text.normalize('NFC')).split(/\s+/u)) {
    if (chunk === '') continue;
    readChunk(chunk, tokens, startsSentence || isAllCapitals);
    startsSentence = ENDING.test(chunk);
  }
  return tokens;
}

/** Full-width and half-width forms are other spellings of the same characters. */
const withUsualWidth = (text: string) =>
  text.replace(/[\u3000\uff01-\uffee]+/g, (run) => run.normalize('NFKC'));

function readChunk(chunk: string, tokens: Token[], startsSentence: boolean): void {
  if (!LETTER_OR_DIGIT.test(chunk)) {
    if (!PUNCTUATION.test(chunk)) readSign(chunk, tokens);
    return;
  }
  const bare = withoutPunctuation(chunk);
  const number = NUMBER.exec(bare);
  if (number !== null) readNumber(number, tokens);
  else if (WORDS_WITH_HYPHENS.test(bare)) readHyphens(bare, tokens, startsSentence);
  else if (ALTERNATIVES.test(bare))
    for (const each of bare.split('/')) readWord(each, tokens, startsSentence);
  else readWord(bare, tokens, startsSentence);
}

function withoutPunctuation(chunk: string): string {
  let [start, end] = [0, chunk.length];
  while (OPENING.has(chunk[start]!)) start++;
  while (end > start && CLOSING.has(chunk[end - 1]!)) end--;
  return chunk.slice(start, end);
}

function readSign(text: string, tokens: Token[]): void {
  if (text === '&') tokens.push({ kind: 'grammar', key: 'and', text });
  else if (tokens.at(-1)?.kind === 'number' && /^(?:\p{Sc}|%|‰|°)$/u.test(text)) pushUnit(text, tokens);
  else tokens.push({ kind: 'sign', key: text, text });
}

/** Removes punctuation at the end of a number, and `:00` before it (10:00 and 10 are the same time). */
function withoutEnd(digits: string): string {
  let end = digits.length;
  while (end > 0 && '.,:'.includes(digits[end - 1]!)) end--;
  const number = digits.slice(0, end);
  return number.endsWith(':00') ? number.slice(0, -3) : number;
}

function readNumber(
  [text, sign, currency, innerSign, digits, suffix]: RegExpExecArray,
  tokens: Token[],
): void {
  const value = GROUPED.test(digits!) ? digits!.replaceAll(',', '') : withoutEnd(digits!);
  const isNegative = sign === '-' || innerSign === '-';
  const isOrdinal = ORDINAL.test(suffix!);
  tokens.push({
    kind: 'number',
    key: `${isNegative ? '-' : ''}${value}${isOrdinal ? 'th' : ''}`,
    text: text.slice(0, text.length - suffix!.length),
  });
  if (currency !== '') pushUnit(currency!, tokens);
  if (suffix !== '' && !isOrdinal) pushUnit(suffix!, tokens);
}

/** Converts the number before it: 2 min are 120 s. */
function pushUnit(text: string, tokens: Token[]): void {
  const [unit, factor] = UNITS.get(text) ?? UNITS.get(text.toLowerCase()) ?? [symbolOf(text), 1];
  const number = tokens.at(-1)!;
  if (factor !== 1 && Number.isFinite(Number(number.key)))
    tokens.splice(-1, 1, { ...number, key: String(Number((Number(number.key) * factor).toPrecision(12))) });
  tokens.push({ kind: 'unit', key: unit, text });
}

const symbolOf = (text: string) => (text.length <= MAX_SYMBOL_LENGTH ? text : stemOf(text));

/** Words that hyphens join are read one by one: "two-factor". "E-mail" is one word. */
function readHyphens(text: string, tokens: Token[], startsSentence: boolean): void {
  const parts = text.split('-');
  if (parts[0]!.length === 1) readWord(parts.join(''), tokens, startsSentence);
  else for (const [at, part] of parts.entries()) readWord(part, tokens, startsSentence && at === 0);
}

function readWord(text: string, tokens: Token[], startsSentence: boolean): void {
  const contraction = CONTRACTION.exec(text);
  if (contraction !== null) {
    readContraction(contraction, tokens, startsSentence);
    return;
  }
  if (!LETTERS.test(text)) {
    // The case of escapes and options has a meaning: \d and \D, -r and -R.
    const key = text.startsWith('-') || text.includes('\\') ? text : text.toLowerCase();
    tokens.push({ kind: 'identifier', key, text });
    return;
  }
  const lower = text.toLowerCase();
  const before = tokens.at(-1);
  const isOfGrammar = isGrammar(lower) && !isAcronym(text, startsSentence);
  const mayBeUnit = UNITS.has(text) || UNITS.has(lower) || text.length <= MAX_SYMBOL_LENGTH;
  const number = NUMBER_WORDS.get(lower);
  if (before?.kind === 'number' && mayBeUnit && !isOfGrammar) pushUnit(text, tokens);
  else if (number !== undefined) tokens.push({ kind: 'number', key: number, text });
  else if (isOfGrammar || (lower === 'longer' && before?.key === 'no'))
    tokens.push({ kind: 'grammar', key: lower, text });
  else {
    const isName = !startsSentence && /^\p{Lu}/u.test(text);
    tokens.push({ kind: isName ? 'name' : 'word', key: isGrammar(lower) ? text : stemOf(text), text });
  }
}

/** "US" is not "us". */
function isAcronym(text: string, startsSentence: boolean): boolean {
  return !startsSentence && text !== 'I' && text === text.toUpperCase() && text !== text.toLowerCase();
}

function readContraction([, head, ending]: RegExpExecArray, tokens: Token[], startsSentence: boolean): void {
  const tail = ending!.toLowerCase();
  if (tail === 't') {
    const verb = head!.toLowerCase().replace(/n$/u, '');
    tokens.push(
      { kind: 'grammar', key: VERBS_BEFORE_NOT[verb] ?? verb, text: head! },
      { kind: 'grammar', key: 'not', text: 'not' },
    );
    return;
  }
  readWord(head!, tokens, startsSentence);
  // After a word of grammar it is a verb (what's), after any other a genitive.
  const verb = tail === 's' && tokens.at(-1)?.kind === 'grammar' ? 'is' : VERBS[tail];
  if (verb !== undefined) tokens.push({ kind: 'grammar', key: verb, text: verb });
}

/** British and American spelling alike. */
function stemOf(word: string): string {
  const lower = word.toLowerCase();
  if (!/^[a-z]+$/.test(lower)) return lower;
  return stemmer(
    lower.replace(/(?<=[bdlnv])our(?=s?$|ful|ed|ing)/, 'or').replace(/is(?=(?:e|es|ed|ing|ation)$)/, 'iz'),
  );
}
