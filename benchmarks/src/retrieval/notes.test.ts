import { describe, expect, it } from 'vitest';
import { loadNotes } from './notes.js';

describe('notes.json', () => {
  const { notes, questions } = loadNotes();

  it('has enough of everything', () => {
    expect(notes.length).toBeGreaterThanOrEqual(90);
    expect(questions.length).toBeGreaterThanOrEqual(60);
    expect(questions.filter(({ kind }) => kind === 'paraphrase').length).toBeGreaterThanOrEqual(20);
    expect(questions.filter(({ kind }) => kind === 'identifier').length).toBeGreaterThanOrEqual(10);
  });

  it('asks for notes that are there, each note standing once', () => {
    const ids = notes.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const question of questions) {
      expect(question.notes.length).toBeGreaterThan(0);
      for (const id of question.notes) expect(ids).toContain(id);
    }
  });
});
