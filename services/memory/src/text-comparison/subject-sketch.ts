import { isGrammar, PERSONS } from './closed-classes.js';

/** Summary of the subject of a statement, which is created faster than its tokens. */
export interface SubjectSketch {
  /** Beginning of the first word that is no word of grammar; empty without such a word. */
  head: string;
  /** Whether the statement begins with a pronoun. */
  isOfPerson: boolean;
  /** Beginnings of all words. */
  roots: ReadonlySet<string>;
}

/** Number of letters at the beginning of a word that its derivations share. */
const ROOT_LETTERS = 4;
/** Longer statements about a person share a word if they are about the same. */
const MAX_SHORT = 8;

/** Creates the sketch of a statement. */
export function sketchSubject(text: string): SubjectSketch {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const bearing = words.filter((word) => !isGrammar(word));
  return {
    head: (bearing[0] ?? '').slice(0, ROOT_LETTERS),
    isOfPerson: PERSONS.has(words[0] ?? ''),
    roots: new Set(bearing.map((word) => word.slice(0, ROOT_LETTERS))),
  };
}

/**
 * Returns whether two statements can be about the same subject: one of them has the first word of the other, or the older
 * one is about a person.
 */
export function mayShareSubject(older: SubjectSketch, newer: SubjectSketch): boolean {
  if (newer.roots.has(older.head) || older.roots.has(newer.head)) return true;
  if (!older.isOfPerson) return false;
  return older.roots.size <= MAX_SHORT || [...older.roots].some((root) => newer.roots.has(root));
}
