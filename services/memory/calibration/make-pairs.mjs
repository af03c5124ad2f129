// Writes pairs.json from the project's own texts (fixtures/, CC0) and the cosines that bge-small has for them:
//   npm run build && node services/memory/calibration/make-pairs.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { createOnnxEmbedder } from '../dist/embedding/onnx/onnx-embedder.js';

const read = (path) => JSON.parse(readFileSync(new URL(`../fixtures/${path}`, import.meta.url), 'utf8'));

/** What somebody who wrote both took for two statements about one thing, or two ways to ask one question. */
const labelled = [
  ...read('judging/pairs.json').map(({ a, b, label }) => ({ a, b, alike: label !== 'none' })),
  ...read('meaning/cache-paraphrases.json').map(({ a, b }) => ({ a, b, alike: true })),
];
/** Alike in form, different in subject: neighbours in a list. */
const lookAlikes = read('judging/look-alikes.json').flatMap(({ memories }) =>
  memories.slice(1).map((b, at) => ({ a: memories[at], b, alike: false })),
);
/** What one reads of something else altogether. */
const strangers = labelled
  .slice(0, 150)
  .map(({ a }, at) => ({ a, b: labelled[(at + 71) % 150].b, alike: false }));

const embedder = await createOnnxEmbedder({ model: 'bge-small-en-v1.5-int8', workers: 1 });
const pairs = [];
for (const { a, b, alike } of [...labelled, ...lookAlikes, ...strangers]) {
  const [[one], [other]] = await embedder.embed([a, b]);
  const cosine = one.reduce((sum, value, at) => sum + value * other[at], 0);
  pairs.push({ a, b, alike, cosine: Number(cosine.toFixed(4)) });
}
await embedder.close();
const lines = pairs.map((pair) => `  ${JSON.stringify(pair)}`).join(',\n');
writeFileSync(new URL('pairs.json', import.meta.url), `[\n${lines}\n]\n`);
