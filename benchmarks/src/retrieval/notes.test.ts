import { describe, expect, it } from 'vitest';
import { loadNotes } from './notes.js';

describe('notes.json', () => {
  const { notes, questions } = loadNotes();

  it('has enough notes and questions of each kind', () => {
    expect(notes.length).toBeGreaterThanOrEqual(90);
    expect(questions.length).toBeGreaterThanOrEqual(60);
    expect(questions.filter(({ kind }) => kind === 'paraphrase').length).toBeGreaterThanOrEqual(20);
    expect(questions.filter(({ kind }) => kind === 'identifier').length).toBeGreaterThanOrEqual(10);
  });

  it('refers to existing notes with unique ids', () => {
    const ids = notes.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const question of questions) {
      expect(question.notes.length).toBeGreaterThan(0);
      for (const id of question.notes) expect(ids).toContain(id);
    }
  });
});
