/** What a memory is written from, as far as ranking cares. */
export interface TurnToDescribe {
  content: string;
  speaker: string | null;
  /** When it happened, in ms since the epoch (UTC), or null if that is unknown. */
  occurredAt: number | null;
}

export interface TurnDescription {
  /** Bit set of `Fact` values, and in bits 16-17 how often the first person is used (0 to 3). */
  facts: number;
  /** "Name (8 May 2023):"; '' without a speaker. Its terms are the row's `headerTerms`. */
  header: string;
}

/** One bit for each thing a memory's text shows; the index keeps them, ranking reads them. */
export const Fact = {
  /** The text ends in a question mark. */
  asks: 1,
  /** A relative or absolute expression of time. */
  time: 2,
  /** A number, in digits or words. */
  number: 4,
  /** A place preposition or a trip with a capitalised word. */
  place: 8,
  /** A capitalised word inside a sentence. */
  name: 16,
} as const;

const FIRST_PERSON_SHIFT = 16;

/** Uses of "I", "my", "we", ... in the memory: 0 to 3, where 3 means three or more. */
export function firstPersonCount(facts: number): number {
  return (facts >>> FIRST_PERSON_SHIFT) & 3;
}

const CAPTION = /\s*\[shared a picture: [^\]]*\]\s*$/i;

/** The text without the description of a picture at its end. */
export function withoutCaption(content: string): string {
  return content.replace(CAPTION, '');
}

const TIME_EXPRESSION = new RegExp(
  [
    '\\b(?:yesterday|today|tonight|tomorrow|recently|lately|earlier|ago|nowadays|soon)\\b',
    '\\b(?:last|next|this|past|coming) (?:night|week|weekend|month|year|spring|summer|fall|autumn|winter|few|couple|mon|tues|wednes|thurs|fri|satur|sun)',
    '\\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\\b',
    '\\b(?:january|february|march|april|june|july|august|september|october|november|december)\\b',
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
const FIRST_PERSON = /\b(?:i|i['’](?:m|ve)|my|me|we|our)\b/gi;

/** Facts and header of one memory, made once, when it is written. Cost: some 20 µs. */
export function describeTurn(turn: TurnToDescribe): TurnDescription {
  const text = withoutCaption(turn.content);
  let facts = 0;
  if (/\?["'”’)\s]*$/.test(text)) facts |= Fact.asks;
  if (TIME_EXPRESSION.test(text)) facts |= Fact.time;
  if (NUMBER.test(text)) facts |= Fact.number;
  if (PLACE.test(text)) facts |= Fact.place;
  if (INNER_CAPITAL.test(text)) facts |= Fact.name;
  facts |= Math.min(3, text.match(FIRST_PERSON)?.length ?? 0) << FIRST_PERSON_SHIFT;
  return { facts, header: headerOf(turn) };
}

/** The date is written in UTC, as the question would say it. */
function headerOf({ speaker, occurredAt }: TurnToDescribe): string {
  if (speaker === null) return '';
  if (occurredAt === null) return `${speaker}:`;
  const date = new Date(occurredAt);
  return `${speaker} (${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}):`;
}

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
