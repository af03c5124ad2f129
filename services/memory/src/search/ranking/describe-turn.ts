import { analyseText } from '../text/analyse-text.js';
import { MONTHS } from './calendar.js';

/**
 * Porter stems of words that occur in conversations about any topic. A turn that consists of them ("Wow,
 * that's great! So glad you had fun!") reacts to news and seldom answers a question.
 *
 * The list was written by hand after reading the most frequent words of the LoCoMo-dev turns.
 */
const GENERIC_STEMS: ReadonlySet<string> = new Set(
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

/** The fields of a memory that its description depends on. */
export interface TurnToDescribe {
  content: string;
  speaker: string | null;
  /** Role of the speaker: user, assistant, tool or system. */
  role?: string | null;
  /** Time of the event in ms since the epoch (UTC); null if it is unknown. */
  occurredAt: number | null;
}

export interface TurnDescription {
  /** Flags of `Fact` and two small counts; the functions below read them. */
  facts: number;
  /** "Name (8 May 2023):"; '' without a speaker. Its terms are the row's `headerTerms`. */
  header: string;
}

/** One bit for each property of a memory's text. */
export const Fact = {
  /** The text ends in a question mark. */
  asks: 1,
  /** An expression of time: "yesterday", "last week", "in March", a year. */
  time: 2,
  /** A number, in digits or words. */
  number: 4,
  /** A word such as "in", "to", "near" or "trip" with a capitalised word. */
  place: 8,
  /** The user of an assistant speaks. */
  byUser: 64,
  /** An assistant, a tool or a system message speaks. */
  byMachine: 128,
} as const;

/** Two counts from 0 to 7 above the flags. */
const GENERIC_SHIFT = 8;
const SPECIFIC_SHIFT = 12;

/** Share of generic words in the text, from 0 (none) to 1 (all). */
export function genericShare(facts: number): number {
  return ((facts >>> GENERIC_SHIFT) & 7) / 7;
}

/** Number of specific words in the text, from 0 (none) to 1 (14 or more). */
export function specificWords(facts: number): number {
  return ((facts >>> SPECIFIC_SHIFT) & 7) / 7;
}

const CAPTION = /\[shared a picture: /i;

/** Removes the description of an image at the end of a turn, and returns the spoken text. */
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

/** In characters. The start of a very long memory usually has all properties. */
const MAX_LENGTH = 4_000;

/** Returns facts and header of a memory when it is written. Takes about 20 µs. */
export function describeTurn(turn: TurnToDescribe): TurnDescription {
  const whole = withoutCaption(turn.content);
  const text = whole.slice(0, MAX_LENGTH);
  let facts = 0;
  if (ASKS.test(whole.slice(-20))) facts |= Fact.asks;
  if (TIME.test(text)) facts |= Fact.time;
  if (NUMBER.test(text)) facts |= Fact.number;
  if (PLACE.test(text)) facts |= Fact.place;
  facts |= roleFacts(turn);

  const terms = analyseText(text);
  const own = terms.filter((term) => !GENERIC_STEMS.has(term));
  const generic = terms.length === 0 ? 1 : 1 - own.length / terms.length;
  facts |= Math.round(generic * 7) << GENERIC_SHIFT;
  facts |= Math.min(7, Math.round(new Set(own).size / 2)) << SPECIFIC_SHIFT;
  return { facts, header: headerOf(turn) };
}

/** The name of the speaker shows the role if the role is not given. */
function roleFacts({ role, speaker }: TurnToDescribe): number {
  const given = role ?? speaker?.trim().toLowerCase() ?? '';
  if (given === 'user' || given === 'human') return Fact.byUser;
  return /^(?:assistant|ai|tool|system|model|bot)$/.test(given) ? Fact.byMachine : 0;
}

/** The date is in UTC, in the format that queries use. */
function headerOf({ speaker, occurredAt }: TurnToDescribe): string {
  if (speaker === null) return '';
  if (occurredAt === null) return `${speaker}:`;
  const date = new Date(occurredAt);
  return `${speaker} (${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}):`;
}
