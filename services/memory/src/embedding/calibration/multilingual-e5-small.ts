import type { Calibration } from './calibration.js';

export const multilingualE5 = {
  model: 'multilingual-e5-small',
  revisions: ['0626a1654c6c70b6-5a410871b6b2abc1'],
  similarCosine: 0.97,
  questions: { strict: 0.98, normal: 0.965, loose: 0.96, spread: 0.35 },
  statements: {
    candidateCosine: 0.88,
    valueCosine: 0.91,
    undecidedCosine: 0.86,
    duplicateCosine: 0.94,
  },
  related: null,
} satisfies Calibration;
