import { analyseText } from '../text/analyse-text.js';
import { MONTHS } from './calendar.js';

/**
 * Porter stems of what people say in any conversation whatever it is about. A turn made of them ("Wow, that's
 * great! So glad you had fun!") reacts to news rather than telling it, and seldom answers a question.
 *
 * Written by hand after reading the commonest words of the LoCoMo-dev turns.
 */
export const GENERIC_STEMS: ReadonlySet<string> = new Set(
  `
  absolut alwai amaz anyon anyth appreci awesom back beauti best better big bring chang chat come cool congrat
  congratul day definit enjoi enjoy even ever everi everyon everyth excit experi fan feel felt find found friend
  fun give glad go gonna good got great guy happi hard hear hei help hey hi hope im imagin import incred inspir
  journei keep kind know last late learn let life like long look lot love luck made make mani mean mind moment
  much need never new next nice oh ok one part passion peopl perfect person photo pic pictur posit power pretti
  proud realli recent remind right same say see sens share someon someth sound special start stai still stuff
  super support sure take talk tell thank thing think thought time total tri truli try understand use wai want
  way week well wish wonder word work world wow ya yeah year yep yes
  `
    .split(/\s+/)
    .filter((stem) => stem !== ''),
);

/** What a memory is written from, as far as ranking cares. */
export interface TurnToDescribe {
  content: string;
  speaker: string | null;
  /** When it happened, in ms since the epoch (UTC), or null if that is unknown. */
  occurredAt: number | null;
}

export interface TurnDescription {
  /** Flags of `Fact` and three small counts; read with the functions below. */
  facts: number;
  /** "Name (8 May 2023):"; '' without a speaker. Its terms are the row's `headerTerms`. */
  header: string;
}

/** One bit for each thing a memory's text shows. */
export const Fact = {
  /** The text ends in a question mark. */
  asks: 1,
  /** An expression of time: "yesterday", "last week", "in March", a year. */
  time: 2,
  /** A number, in digits or words. */
  number: 4,
  /** "in", "to", "near", "trip" ... with a capitalised word. */
  place: 8,
  /** A capitalised word inside a sentence. */
  name: 16,
  /** Quotation marks around a capitalised word: the title of something. */
  title: 32,
} as const;

/** Three counts from 0 to 7 above the flags. */
const GENERIC_SHIFT = 8;
const SPECIFIC_SHIFT = 12;
const FIRST_PERSON_SHIFT = 16;

/** How much of the text are words one can say of anything: 0 (none) to 1 (all of them). */
export function genericShare(facts: number): number {
  return ((facts >>> GENERIC_SHIFT) & 7) / 7;
}

/** How many words of its own the text has: 0 (none) to 1 (fourteen and more). */
export function specificWords(facts: number): number {
  return ((facts >>> SPECIFIC_SHIFT) & 7) / 7;
}

/** How often "I", "my", "we" ... stand in it: 0 to 1 (three times and more). */
export function firstPerson(facts: number): number {
  return ((facts >>> FIRST_PERSON_SHIFT) & 7) / 3;
}

const CAPTION = /\[shared a picture: /i;

/** The text without the description of a picture at its end: what was said, not what was shown. */
export function withoutCaption(content: string): string {
  const text = content.trimEnd();
  if (!text.endsWith(']')) return content;
  const from = text.lastIndexOf(']', text.length - 2) + 1;
  const start = text.slice(from).search(CAPTION);
  return start === -1 ? content : text.slice(0, from + start).trimEnd();
}

const ASKS = /\?["'”’)\s]*$/;
const TIME = new RegExp(
  [
    '\\b(?:yesterday|today|tonight|tomorrow|recently|lately|earlier|ago|nowadays|soon)\\b',
    '\\b(?:last|next|this|past|coming) (?:night|week|weekend|month|year|spring|summer|fall|autumn|winter|few|couple|mon|tues|wednes|thurs|fri|satur|sun)',
    '\\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\\b',
    `\\b(?:${MONTHS.filter((month) => month !== 'May').join('|')})\\b`,
    '\\b(?:in|on|of|since|last|next|this|early|late|mid) may\\b|\\bmay \\d',
    '\\b(?:19|20)\\d\\d\\b',
    '\\b(?:the other day|a while back|just got|a few days|for \\w+ (?:years|months|weeks|days))\\b',
  ].join('|'),
  'i',
);
const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|dozen|once|twice|several|few|couple|first|second|third|fourth|fifth|both)\b/i;
const PLACE = /\b(?:in|at|to|from|near|visit(?:ed|ing)?|trip)\b(?: \w+){0,2}? \p{Lu}/u;
const INNER_CAPITAL = /[\p{Ll},;]\s+(?!I\b|I['’])\p{Lu}\p{L}+/u;
const TITLE = /["“]\p{Lu}/u;
const FIRST_PERSON = /\b(?:i|i['’](?:m|ve)|my|me|we|our)\b/gi;

/** Only the beginning of a very long memory is described: the expressions above then hold anyway. */
const MAX_LENGTH = 4_000;

/** Facts and header of one memory, made once, when it is written; some 20 µs. */
export function describeTurn(turn: TurnToDescribe): TurnDescription {
  const whole = withoutCaption(turn.content);
  const text = whole.slice(0, MAX_LENGTH);
  let facts = 0;
  if (ASKS.test(whole.slice(-20))) facts |= Fact.asks;
  if (TIME.test(text)) facts |= Fact.time;
  if (NUMBER.test(text)) facts |= Fact.number;
  if (PLACE.test(text)) facts |= Fact.place;
  if (INNER_CAPITAL.test(text)) facts |= Fact.name;
  if (TITLE.test(text)) facts |= Fact.title;
  facts |= Math.min(3, text.match(FIRST_PERSON)?.length ?? 0) << FIRST_PERSON_SHIFT;

  const terms = analyseText(text);
  const own = terms.filter((term) => !GENERIC_STEMS.has(term));
  const generic = terms.length === 0 ? 1 : 1 - own.length / terms.length;
  facts |= Math.round(generic * 7) << GENERIC_SHIFT;
  facts |= Math.min(7, Math.round(new Set(own).size / 2)) << SPECIFIC_SHIFT;
  return { facts, header: headerOf(turn) };
}

/** The date is that of UTC, written as a question would say it. */
function headerOf({ speaker, occurredAt }: TurnToDescribe): string {
  if (speaker === null) return '';
  if (occurredAt === null) return `${speaker}:`;
  const date = new Date(occurredAt);
  return `${speaker} (${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}):`;
}
