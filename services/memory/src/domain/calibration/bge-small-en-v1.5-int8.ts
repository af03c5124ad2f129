import { subjectDirections } from './bge-small-subject-directions.js';
import type { Calibration } from './calibration.js';

export const bgeSmall = {
  model: 'bge-small-en-v1.5-int8',
  revisions: ['6c9c6101a956d62d-d241a60d5e8f04cc'],

  // Chosen on QQP-dev: above it nine of ten pairs say the same. See reference figures in docs/benchmarks.md.
  similarCosine: 0.92,

  questions: {
    // Of the pairs that are known for the same on any set hardly one lies below .85.
    candidateCosine: 0.8,
  },

  statements: {
    candidateCosine: 0.62,
    // Of conflicts that another author wrote, nineteen of twenty lie above it (median .71); of duplicates too (median .83).
    undecidedCosine: 0.5,
    duplicateCosine: 0.8,
    // Chosen by hand on pairs.json and decisions.json.
    conflictCosine: {
      negation: 0.76,
      antonym: 0.74,
      value: 0.74,
      tool: 0.62,
      choice: 0.76,
      order: 0.85,
      superseded: 0.68,
    },
  },

  related: {
    directions: fromBytes(subjectDirections.bytes, subjectDirections.scale),
    weights: subjectDirections.weights,
    // Printed by benchmarks/src/related/fit-related.ts on two sets of 200 blind pairs of different authors, written into pools of 16 to
    // 400 notes. From this score on three authors that it was not fitted to have their conflicting partner told four times of
    // five, and ordinary notes are told about one needless memory each.
    usualCrowd: 0.261,
    intercept: -7.4083,
    nearness: 7.3853,
    aboveCrowd: 7.4919,
    aboveTheirCrowd: 9.1809,
    behindNearest: 16.3959,
    score: -3.25,
  },

  words: {
    // Of the English words of its vocabulary: ids below are punctuation, single characters and unused.
    vocabulary: { firstWord: 1996, lastWord: 30_522 },
    // Printed by benchmarks/src/cache/common-word.ts: the mean word of the questions in services/memory/fixtures/meaning (CC0),
    // 384 bytes of 1.268438e-3 each.
    commonWord: fromBytes(
      '7/8S8AEEEAcG/gP3FAwNDP4SzA8L9vHtERT28umhAOkL/AHw9AzyDRwJ8e/75/39MPD+/P/9BxQaExEGChKgMBIL+wEMGu4IASgK9wDxDBfv7/4D9fME/hYF9+b5EunyCgPgN+UTEe8M7f368P4I+wrvDRUHA+0D+/8T+AzbEiL6IBr22AD8BgEHDP310xDa/TXtEfHp+Qfw8gkNIQXuB+nz6y4L+PMFAfoFD/YBOvXiCgMLBer2BhXq+OsHAOgM7Ort8O7yCfIS8fYMBQoH9DUQ+fwy+Of1EREFCRbv8JAC/vUN6BL2CTMo5v8Z+hIIFPwA9f393g73ZQ4RAhUR+7cQCwr68fIDD/rk9PnzAfEAHAEKCf/x4gb4D/v8+OscDvPuEu/2IPsBEgUO+wLtCuYWEAoMCvcJ9fQB7fQN/4EN9w/1/BYH3QkBBAHzCxIQ+A3iEwpm8xQW/hEN/xP6GOsQD/MJCvABA/r6NNzt9f8C7QMEBgkR9vcB+QvrDQ4C',
      1.268438e-3,
    ),
    // Chosen by hand near the reference measurements (cosine .55, coverage .85); a single word below .62 is another person or
    // thing.
    event: { cosine: 0.55, coverage: 0.86, word: 0.62 },
  },
} satisfies Calibration;

function fromBytes(base64: string, scale: number): Float32Array {
  return Float32Array.from(Buffer.from(base64, 'base64'), (byte) => ((byte << 24) >> 24) * scale);
}
