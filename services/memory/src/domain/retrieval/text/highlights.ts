/** One piece of a content with the words that match the query. */
export interface Highlight {
  text: string;
  /** Character ranges [start, end) within `text`. */
  ranges: readonly (readonly [start: number, end: number])[];
}

/** At most three fragments of about 160 characters around the words whose stems the query has. */
export function highlight(_content: string, _query: string): Highlight[] {
  return [];
}
