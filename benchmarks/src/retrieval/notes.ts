import { readFileSync } from 'node:fs';

/** An independent memory without conversation or speaker. */
export interface Note {
  id: string;
  project: string;
  type: string;
  content: string;
}

export interface NoteQuestion {
  text: string;
  /**
   * `words` shares words with its note, `paraphrase` shares no content words, `identifier` contains an
   * identifier.
   */
  kind: 'words' | 'paraphrase' | 'identifier';
  notes: string[];
}

/** Loads benchmarks/retrieval-notes/notes.json, written for this benchmark (CC0). */
export function loadNotes(): { notes: Note[]; questions: NoteQuestion[] } {
  const file = new URL('../../retrieval-notes/notes.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as { notes: Note[]; questions: NoteQuestion[] };
}

/** Prompts to a coding agent, written for this benchmark (CC0). */
export interface Prompts {
  related: { text: string; notes: string[] }[];
  /** No note is related to these. */
  unrelated: string[];
}

/** Notes of a fictional project and prompts of a developer's day, written for this benchmark (CC0). */
export interface Workday {
  notes: { id: string; content: string }[];
  /** Half of the prompts are put aside: weights are not fitted on them. */
  related: { text: string; notes: string[]; aside: boolean }[];
  unrelated: { text: string; aside: boolean }[];
}

/** Loads benchmarks/retrieval-notes/workday.json. */
export function loadWorkday(): Workday {
  const file = new URL('../../retrieval-notes/workday.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Workday;
}

/** Loads benchmarks/retrieval-notes/prompts.json. */
export function loadPrompts(): Prompts {
  const file = new URL('../../retrieval-notes/prompts.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Prompts;
}
