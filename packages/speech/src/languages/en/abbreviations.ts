import data from './abbreviations.json' with { type: 'json' };

/** An abbreviation that is written with a full stop. */
interface Abbreviation {
  readonly spoken: string;
  /** `mayEnd`: a sentence may end with it ("etc."). `beforeNumber`: it is an abbreviation only before a number ("no. 5"). */
  readonly kind: 'neverEnds' | 'mayEnd' | 'beforeNumber';
}

const kindsOf = (kind: Abbreviation['kind']) =>
  Object.entries(data[kind]).map(([written, spoken]) => [written, { spoken, kind }] as const);

/** Abbreviations as they are written before the full stop. "Dr" and "St" have two meanings: see `streetOrTitle`. */
export const ABBREVIATIONS: ReadonlyMap<string, Abbreviation> = new Map([
  ...kindsOf('neverEnds'),
  ...kindsOf('mayEnd'),
  ...kindsOf('beforeNumber'),
]);

/** Abbreviations with inner full stops, in lower case and without the last one. Others are spelled ("U.S."). */
export const DOTTED_ABBREVIATIONS: ReadonlyMap<string, string> = new Map(Object.entries(data.dotted));

/** Abbreviations that are also read without a full stop. */
export const SHORTHANDS: ReadonlyMap<string, string> = new Map(Object.entries(data.shorthands));

/** Words that start a sentence much more often than a name; after "U.S." or "a.m." they show that a sentence starts. */
export const SENTENCE_OPENERS: ReadonlySet<string> = new Set(data.sentenceOpeners);

/** Abbreviations that are words too: at the end of a sentence the full stop is that of the sentence. */
export const ALSO_WORDS: ReadonlySet<string> = new Set(data.alsoWords);

/** Short forms that always name a day or a month; short forms that may be names or nouns; words before such a form. */
export const CALENDAR: ReadonlySet<string> = new Set(data.calendar);
export const UNSURE_CALENDAR: ReadonlySet<string> = new Set(data.unsureCalendar);
export const BEFORE_CALENDAR: ReadonlySet<string> = new Set(data.beforeCalendar);
