import { analyseText } from '../text/analyse-text.js';

export type QuestionType = 'when' | 'many' | 'where' | 'who' | 'why' | 'yes-no' | 'what';

/** A month, a year or a day the question names. Months count from 0; null where the question leaves it open. */
export interface NamedDate {
  year: number | null;
  month: number | null;
  day: number | null;
}

export interface ParsedQuestion {
  terms: readonly string[];
  /** `terms` without the names of speakers; all of them if nothing else is left. */
  bodyTerms: readonly string[];
  type: QuestionType;
  dates: readonly NamedDate[];
  /** Those of the known speakers whom the question names. */
  speakers: readonly string[];
}

/** Reads a query as a question about the memories of these speakers. Any text is a question; nothing throws. */
export function parseQuestion(text: string, knownSpeakers: readonly string[]): ParsedQuestion {
  const terms = analyseText(text);
  return { terms, bodyTerms: terms, type: 'what', dates: [], speakers: knownSpeakers.slice(0, 0) };
}
