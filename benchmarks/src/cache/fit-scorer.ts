// Fits the score of two questions to the question groups of services/memory/fixtures/meaning (CC0, written for this project),
// prints how well groups that were held out are told apart, and the lines for the model's calibration (domain/calibration/).
// Nothing else is learned from: not QQP, not SICK.
// Usage: node benchmarks/dist/cache/fit-scorer.js
import { createCentredSimilarity } from '@anima/memory/dist/domain/meaning/centred-similarity.js';
import type { DescribedText } from '@anima/memory/dist/domain/meaning/describe-text.js';
import { featureNames } from '@anima/memory/dist/domain/meaning/feature-names.js';
import { differences } from '@anima/memory/dist/domain/meaning/gate.js';
import { pairFeatures } from '@anima/memory/dist/domain/meaning/pair-features.js';
import { fitLogistic } from './fit-logistic.js';
import { recallAt } from './precision-recall.js';
import { groupPairs, readQuestionGroups } from './question-pairs.js';
import { describeTexts } from './token-cache.js';

const FOLDS = 5;

const groups = readQuestionGroups();
const described = await describeTexts(groups.flat(2));
const common = quantise(commonWord([...described.values()]));
const pairs = groups.flatMap((clusters, group) =>
  groupPairs(clusters).map(({ a, b, same }) => {
    const [left, right] = [described.get(a)!, described.get(b)!];
    const passes = differences(left, right).length === 0;
    return {
      group,
      same,
      passes,
      features: pairFeatures(left, right, createCentredSimilarity(common.vector)),
    };
  }),
);
const passing = pairs.filter(({ passes }) => passes);
const positives = passing.filter(({ same }) => same).length;
console.log(
  `${groups.length} groups, ${pairs.length} pairs, ${passing.length} pass the gate, ${positives} of them the same`,
);

const heldOut = pairs.map(() => Number.NEGATIVE_INFINITY);
for (let fold = 0; fold < FOLDS; fold++) {
  const fit = fitLogistic(passing.filter(({ group }) => group % FOLDS !== fold));
  for (const [at, pair] of pairs.entries()) {
    if (pair.group % FOLDS === fold && pair.passes) heldOut[at] = fit.scoreOf(pair.features);
  }
}
const labels = pairs.map(({ same }) => same);
for (const precision of [0.9, 0.95, 0.99]) {
  const { recall } = recallAt(heldOut, labels, precision);
  console.log(`groups held out: recall ${recall.toFixed(3)} at precision ${precision}`);
}

const { intercept, weights } = fitLogistic(passing);
console.log(`
    // Printed by benchmarks/src/cache/fit-scorer.ts: a logistic regression (ridge 1 on standardised features) on ${passing.length} pairs
    // of the question groups in services/memory/fixtures/meaning (CC0) that pass the gate, ${positives} of them asking the same.
    intercept: ${intercept.toFixed(4)},
    weights: {
${featureNames.map((name, at) => `      ${name}: ${weights[at]!.toFixed(4)},`).join('\n')}
    },
    // Mean of the word vectors of those questions, ${common.vector.length} bytes of ${common.step.toExponential(6)} each.
    commonWord: Float32Array.from(
      Buffer.from(
        '${Buffer.from(common.bytes.buffer).toString('base64')}',
        'base64',
      ),
      (byte) => ((byte << 24) >> 24) * ${common.step.toExponential(6)},
    ),`);

function commonWord(texts: readonly DescribedText[]): Float32Array {
  const vectors = texts.flatMap(({ words }) =>
    words.flatMap(({ vector }) => (vector === null ? [] : [vector])),
  );
  return Float32Array.from(
    vectors[0]!,
    (_, at) => vectors.reduce((sum, vector) => sum + vector[at]!, 0) / vectors.length,
  );
}

function quantise(vector: Float32Array): { bytes: Int8Array; step: number; vector: Float32Array } {
  const step = Number((Math.max(...vector.map(Math.abs)) / 127).toExponential(6));
  const bytes = Int8Array.from(vector, (value) => Math.round(value / step));
  return { bytes, step, vector: Float32Array.from(bytes, (byte) => byte * step) };
}
