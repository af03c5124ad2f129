import { describe, expect, it } from 'vitest';
import { closedPauses, closures, lagCorrelations, openVowels } from './lip-measures.js';

const curve = (...openings: number[]) => ({ fps: 10, openings: Float32Array.from(openings) });

describe('lip measures', () => {
  it('counts a bilabial as closed if one of its frames is closed', () => {
    const sounds = [
      { phoneme: 'm', start: 0, end: 0.2 },
      { phoneme: 'ɑ', start: 0.2, end: 0.4, stress: 1 as const },
      { phoneme: 'b', start: 0.4, end: 0.6 },
    ];
    const lips = curve(0.2, 0.01, 0.3, 0.05, 0.1, 0.04);
    expect(closures(lips, sounds)).toEqual({ hits: 1, of: 2 });
    expect(openVowels(lips, sounds)).toEqual({ hits: 1, of: 1 });
    expect(openVowels(curve(0, 0, 0.09, 0.095), sounds)).toEqual({ hits: 0, of: 1 });
  });

  it('ignores vowels that are not stressed or not open', () => {
    const sounds = [
      { phoneme: 'ɑ', start: 0, end: 0.2 },
      { phoneme: 'i', start: 0.2, end: 0.4, stress: 1 as const },
    ];
    expect(openVowels(curve(0, 0, 0, 0), sounds)).toEqual({ hits: 0, of: 0 });
  });

  it('measures pauses between decay and onset, and ignores short pauses', () => {
    const sounds = [
      { phoneme: 'ɑ', start: 0, end: 0.1 },
      { phoneme: 'ɑ', start: 0.3, end: 0.4 },
      { phoneme: 'ɑ', start: 1.2, end: 1.3 },
    ];
    const openings = [0.5, 0.5, 0.5, 0.5, 0.5, 0, 0, 0, 0, 0, 0.5, 0.5, 0.5];
    expect(closedPauses(curve(...openings), sounds, 1.3)).toEqual({ hits: 5, of: 6 });
  });

  it('reports a positive lag if the lips are late', () => {
    const jaw = Float32Array.from([0, 1, 0, 0, 2, 0, 0, 1, 0, 0]);
    const lips = curve(Number.NaN, 0, 1, 0, 0, 2, 0, 0, 1, 0);
    const [early, same, late] = lagCorrelations(lips, jaw, [-1, 0, 1]);
    expect(late).toBeCloseTo(1);
    expect(same).toBeLessThan(0.5);
    expect(early).toBeLessThan(0.5);
  });
});
