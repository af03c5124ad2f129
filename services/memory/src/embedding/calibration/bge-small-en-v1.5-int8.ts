import { subjectDirections } from './bge-small-subject-directions.js';
import type { Calibration } from './calibration.js';

export const bgeSmall = {
  model: 'bge-small-en-v1.5-int8',
  revisions: ['6c9c6101a956d62d-d241a60d5e8f04cc'],

  // R@10 of Chinese queries on LifeBench: 0.204 with the cosine, 0.410 without it. It helps for other scripts.
  unknownCharacters: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu,

  // Chosen on QQP-dev: above it nine of ten pairs say the same. See reference figures in docs/benchmarks.md.
  similarCosine: 0.92,

  // Fitted on the sets of docs/judging.md: normal finds 80 of 95 plain rewordings, and no level hits a trap.
  questions: { strict: 0.94, normal: 0.91, loose: 0.9, spread: 1 },

  statements: {
    candidateCosine: 0.62,
    // Below it, decisions of templates about two things are reported as conflicts.
    valueCosine: 0.72,
    // Nineteen of twenty conflicts of another author are above it (median 0.71), and of duplicates, too (median 0.83).
    undecidedCosine: 0.5,
    duplicateCosine: 0.8,
  },

  related: {
    directions: fromBytes(subjectDirections.bytes, subjectDirections.scale),
    weights: subjectDirections.weights,
    // Printed by benchmarks/src/related/fit-related.ts on two sets of 200 blind pairs of different authors, written into pools of 16 to
    // 400 notes. At this score, on sets of three other authors, four of five conflicting partners are reported, and about one
    // unrelated memory per ordinary note.
    usualCrowd: 0.261,
    intercept: -7.4083,
    nearness: 7.3853,
    aboveCrowd: 7.4919,
    aboveTheirCrowd: 9.1809,
    behindNearest: 16.3959,
    score: -3.25,
  },
} satisfies Calibration;

function fromBytes(base64: string, scale: number): Float32Array {
  return Float32Array.from(Buffer.from(base64, 'base64'), (byte) => ((byte << 24) >> 24) * scale);
}
