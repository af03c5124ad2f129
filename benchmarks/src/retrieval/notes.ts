import { readFileSync } from 'node:fs';

/** A memory that stands for itself: no conversation, no speaker. */
export interface Note {
  id: string;
  project: string;
  type: string;
  content: string;
}

export interface NoteQuestion {
  text: string;
  /** `words`: shares words with its note; `paraphrase`: none that matter; `identifier`: names one. */
  kind: 'words' | 'paraphrase' | 'identifier';
  notes: string[];
}

/** benchmarks/retrieval-notes/notes.json, written for this benchmark (CC0). */
export function loadNotes(): { notes: Note[]; questions: NoteQuestion[] } {
  const file = new URL('../../retrieval-notes/notes.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as { notes: Note[]; questions: NoteQuestion[] };
}
