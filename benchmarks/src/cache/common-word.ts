// Prints what the vectors of all words share, for the model's calibration (domain/calibration/): the mean word of the question
// groups in services/memory/fixtures/meaning (CC0, written for this project). Nothing else is learned from.
// Usage: node benchmarks/dist/cache/common-word.js
import type { DescribedText } from '@anima/memory/dist/domain/meaning/describe-text.js';
import { readQuestionGroups } from './question-pairs.js';
import { describeTexts } from './token-cache.js';

const described = await describeTexts(readQuestionGroups().flat(2));
const { bytes, step } = quantise(commonWord([...described.values()]));
console.log(`
    // Printed by benchmarks/src/cache/common-word.ts: the mean word of the questions in services/memory/fixtures/meaning (CC0),
    // ${bytes.length} bytes of ${step.toExponential(6)} each.
    commonWord: Float32Array.from(
      Buffer.from(
        '${Buffer.from(bytes.buffer).toString('base64')}',
        'base64',
      ),
      (byte) => ((byte << 24) >> 24) * ${step.toExponential(6)},
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

function quantise(vector: Float32Array): { bytes: Int8Array; step: number } {
  const step = Number((Math.max(...vector.map(Math.abs)) / 127).toExponential(6));
  return { bytes: Int8Array.from(vector, (value) => Math.round(value / step)), step };
}
