import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveModelsDir } from '@anima/inference';
import { describe, expect, it } from 'vitest';
import { visemesOf } from './visemes.js';

describe('visemesOf', () => {
  it('covers the sound without gaps, diphthongs in two shapes, silence between words', () => {
    const phonemes = [
      { phoneme: 'b', start: 0.1, end: 0.2 },
      { phoneme: 'I', start: 0.2, end: 0.4 },
      { phoneme: 'm', start: 0.5, end: 0.6 },
      { phoneme: 'p', start: 0.6, end: 0.7 },
    ];
    const visemes = visemesOf(phonemes, 1);
    expect(visemes.map(({ viseme }) => viseme)).toEqual(['sil', 'PP', 'aa', 'ih', 'sil', 'PP', 'sil']);
    expect(visemes.map(({ end }) => Number(end.toFixed(6)))).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1]);
    visemes.forEach(({ start }, i) => {
      expect(start).toBe(i === 0 ? 0 : visemes[i - 1]!.end);
    });
  });

  it('returns silence for a sound without phonemes', () => {
    expect(visemesOf([], 0.5)).toEqual([{ viseme: 'sil', start: 0, end: 0.5 }]);
  });

  it('closes the lips for m, b and p, and brings them to the teeth for f and v', () => {
    const shape = (phoneme: string) => visemesOf([{ phoneme, start: 0, end: 1 }], 1)[0]!.viseme;
    expect([...'mbpfv'].map(shape)).toEqual(['PP', 'PP', 'PP', 'FF', 'FF']);
  });

  it('has a shape for every phoneme of English in the vocabulary', () => {
    const vocabulary = JSON.parse(
      readFileSync(join(resolveModelsDir(), 'hibari-heart', 'vocab.json'), 'utf8'),
    ) as Record<string, number>;
    for (const phoneme of 'pbtdkɡʧʤfvθðszʃʒhmnŋlɹwjTiɪɛæɑɔʊuʌəɜAIWOYᵊᵻɐɾ') {
      expect(vocabulary, phoneme).toHaveProperty(phoneme);
      expect(visemesOf([{ phoneme, start: 0, end: 1 }], 1)[0]!.viseme, phoneme).not.toBe('sil');
    }
  });
});
