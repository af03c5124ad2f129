import { analyseText } from '../text/analyse-text.js';
import { exactIdentifiers, quotedPhrases } from '../text/identifiers.js';
import type { DatePhrase } from './date-phrases.js';

export type QuestionType = 'when' | 'many' | 'where' | 'who' | 'why' | 'yes-no' | 'what';

export interface ParsedQuestion {
  terms: readonly string[];
  /** `terms` without the names of known speakers; all terms if no others are left. */
  bodyTerms: readonly string[];
  type: QuestionType;
  dates: readonly DatePhrase[];
  /** The query says "I" or "my": in a chat with an assistant, this is the user. */
  isFirstPerson: boolean;
  /** The known speakers that the query names. */
  speakers: readonly string[];
  /** Terms of capitalised words inside the query, usually names. */
  names: readonly string[];
  /** Terms of identifiers in the query ("KX-4471"); memories that contain one are ranked first. */
  identifiers: readonly string[];
  /** The terms of each "quoted phrase" in the query. */
  phrases: readonly (readonly string[])[];
}

const MEASURE = 'many|much|often|old|long|far|tall|big|frequently';
const TIME_NOUN = 'month|year|date|day|week|season';

/** The first match decides the type. From reference/conversation-ranking.md. */
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

const FIRST_PERSON = /\b(?:i|my|me|mine|myself)\b/;

/** Parses any text as a query about the memories of these speakers. */
export function parseQuestion(
  text: string,
  knownSpeakers: readonly string[] = [],
  dates: readonly DatePhrase[] = [],
): ParsedQuestion {
  const terms = analyseText(text);
  const lower = text.trim().toLowerCase();
  const type = TYPES.find(([, pattern]) => pattern.test(lower))?.[0] ?? 'what';
  const speakers = terms.length === 0 ? [] : knownSpeakers.filter((name) => names(terms, name));
  const speakerTerms = new Set(speakers.flatMap((name) => analyseText(name)));
  const rest = terms.filter((term) => !speakerTerms.has(term));
  return {
    terms,
    bodyTerms: rest.length === 0 ? terms : rest,
    type,
    dates,
    isFirstPerson: FIRST_PERSON.test(lower),
    speakers,
    names: nameTerms(text),
    identifiers: exactIdentifiers(text),
    phrases: quotedPhrases(text).map(analyseText),
  };
}

/** A capitalised word after another word. */
const INNER_NAME = /(?<=[\p{L}\p{N},;:] )\p{Lu}[\p{L}\p{N}]+/gu;
const MAX_NAMES = 16;

function nameTerms(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.matchAll(INNER_NAME)) {
    if (words.push(word) === MAX_NAMES) break;
  }
  return [...new Set(words.flatMap(analyseText))];
}

/** Compares only the first word of the name, because people are seldom called by their full name. */
function names(terms: readonly string[], name: string): boolean {
  const first = analyseText(name)[0];
  return first !== undefined && terms.includes(first);
}
