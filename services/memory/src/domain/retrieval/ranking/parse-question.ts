import { analyseText } from '../text/analyse-text.js';
import { exactIdentifiers, quotedPhrases } from '../text/identifiers.js';
import { type NamedDate, namedDates } from './calendar.js';

export type QuestionType = 'when' | 'many' | 'where' | 'who' | 'why' | 'yes-no' | 'what';

export interface ParsedQuestion {
  terms: readonly string[];
  /** `terms` without the names of known speakers; all of them if nothing else is left. */
  bodyTerms: readonly string[];
  type: QuestionType;
  /** It asks for a title or a name: of a book, a game, a company, a person, a place. */
  asksForName: boolean;
  dates: readonly NamedDate[];
  /** Those of the known speakers whom it names. */
  speakers: readonly string[];
  /** Index terms of the identifiers in it ("KX-4471"); a memory with one comes before those without. */
  identifiers: readonly string[];
  /** The terms of each "quoted phrase" in it. */
  phrases: readonly (readonly string[])[];
}

const MEASURE = 'many|much|often|old|long|far|tall|big|frequently';
const TIME_NOUN = 'month|year|date|day|week|season';

/** In this order: the first that matches is the type. Kept from reference/conversation-ranking.md. */
const TYPES: readonly (readonly [QuestionType, RegExp])[] = [
  [
    'when',
    new RegExp(
      [
        '^when\\b',
        '^how (?:long ago|recently)\\b',
        '\\bhow long ago\\b',
        `^(?:(?:in|on|during|around|by|since|until) )?(?:which|what) (?:${TIME_NOUN}|time)\\b`,
        '\\bwhen (?:did|does|do|is|was|were|has|have|will)\\b',
        `\\b(?:in|on|during) (?:which|what) (?:${TIME_NOUN})\\b`,
        '\\b(?:what|which) (?:date|year|month)\\b',
      ].join('|'),
    ),
  ],
  ['many', new RegExp(`\\bhow (?:${MEASURE})\\b`)],
  [
    'where',
    /^(?:\w+ ){0,2}?where\b|\b(?:which|what) (?:country|countries|city|cities|states?|places?|locations?|towns?|areas?)\b/,
  ],
  ['who', /^(?:\w+ )?(?:who|whom|whose)\b/],
  ['why', /^(?:why|for what reason|what (?:was|is) the reason)\b/],
  ['yes-no', /^(?:is|are|was|were|do|does|did|has|have|had|can|could|would|will|should|might|may)\b/],
];

const NAMED_THING =
  /\b(?:books?|movies?|films?|songs?|games?|titles?|names?|series|bands?|called|shows?|artists?|authors?|compan(?:y|ies)|brands?|teams?|characters?|breeds?|organi[sz]ations?|trails?)\b/;

/** Reads any text as a question about the memories of these speakers; nothing throws. */
export function parseQuestion(text: string, knownSpeakers: readonly string[] = []): ParsedQuestion {
  const terms = analyseText(text);
  const lower = text.trim().toLowerCase();
  const type = TYPES.find(([, pattern]) => pattern.test(lower))?.[0] ?? 'what';
  const speakers = terms.length === 0 ? [] : knownSpeakers.filter((name) => names(terms, name));
  const nameTerms = new Set(speakers.flatMap((name) => analyseText(name)));
  const rest = terms.filter((term) => !nameTerms.has(term));
  return {
    terms,
    bodyTerms: rest.length === 0 ? terms : rest,
    type,
    asksForName: type === 'who' || type === 'where' || NAMED_THING.test(lower),
    dates: namedDates(text),
    speakers,
    identifiers: exactIdentifiers(text),
    phrases: quotedPhrases(text).map(analyseText),
  };
}

/** By the first word of the name: people are seldom called by all of it. */
function names(terms: readonly string[], name: string): boolean {
  const first = analyseText(name)[0];
  return first !== undefined && terms.includes(first);
}
