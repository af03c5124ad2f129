import { expect, it } from 'vitest';
import { sharedEmbedder } from '../../testing/test-service.js';
import { dot } from '../vector-math.js';
import { bgeSmall } from './bge-small-en-v1.5-int8.js';
import { readCalibrationPairs } from './calibration-pairs.js';
import { discernment, fitThresholds } from './fit-calibration.js';

const pairs = readCalibrationPairs();
const measured = (cosineOf: (cosine: number, at: number) => number) =>
  pairs.map(({ alike, cosine }, at) => ({
    alike,
    tunedCosine: cosine,
    cosine: cosineOf(cosine, at),
  }));
const { similarCosine, questions, statements } = bgeSmall;

it('gives the model that the thresholds were tuned on its own', () => {
  expect(
    fitThresholds(
      measured((cosine) => cosine),
      bgeSmall,
    ),
  ).toEqual({
    similarCosine,
    questions,
    statements,
  });
});

it('follows a model whose cosines all lie higher', () => {
  const fitted = fitThresholds(
    measured((cosine) => 0.7 + 0.3 * cosine),
    bgeSmall,
  );
  expect(fitted.similarCosine).toBeCloseTo(0.7 + 0.3 * similarCosine, 2);
  expect(fitted.statements.undecidedCosine).toBeCloseTo(0.7 + 0.3 * statements.undecidedCosine, 2);
});

it('lets through no more of either kind where a model confuses some', () => {
  const confused = measured((cosine, at) => Math.min(1, Math.max(-1, cosine + 0.2 * Math.sin(at))));
  const fitted = fitThresholds(confused, bgeSmall);
  for (const alike of [true, false]) {
    const own = confused.filter((pair) => pair.alike === alike);
    const tuned = own.filter(({ tunedCosine }) => tunedCosine >= statements.duplicateCosine).length;
    expect(
      own.filter(({ cosine }) => cosine >= fitted.statements.duplicateCosine).length,
    ).toBeLessThanOrEqual(tuned);
  }
  expect(discernment(confused)).toBeLessThan(discernment(measured((cosine) => cosine)));
});

it('ships with the cosines that the shipped model has', async () => {
  const embedder = await sharedEmbedder();
  for (const { a, b, cosine } of pairs.filter((_, at) => at % 40 === 0)) {
    const [[one], [other]] = (await embedder.embed([a, b])) as [[Float32Array], [Float32Array]];
    expect(dot(one, other)).toBeCloseTo(cosine, 2);
  }
});
