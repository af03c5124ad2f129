import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { members } from '../../../dictionary/json-members.js';
import { createWordTable } from '../../../dictionary/word-table.js';
import { perceptronWeights, readPerceptronTable } from './perceptron-weights.js';

const MODEL_DIR = fileURLToPath(new URL('../../../../../../models/hibari-heart', import.meta.url));
const unzipped = (name: string): Buffer => gunzipSync(readFileSync(`${MODEL_DIR}/${name}`));

describe('a word table', () => {
  it('gives every word of the lexicon what JSON.parse gives', () => {
    const bytes = unzipped('lexicon-gold.json.gz');
    const plain = JSON.parse(bytes.toString()) as Record<string, unknown>;
    const table = createWordTable(bytes, 0, Object.keys(plain).length);
    expect(table.size).toBe(Object.keys(plain).length);
    for (const [word, value] of Object.entries(plain)) {
      const json = table.get(word);
      if (json === undefined || JSON.stringify(JSON.parse(json)) !== JSON.stringify(value)) expect.fail(word);
    }
  });

  it('does not know parts, longer words, or what objects inherit', () => {
    const table = createWordTable(Buffer.from('{"car": "1", "cart": {"A": null}}'), 0, 2);
    expect(table.get('car')).toBe('"1"');
    expect(table.get('cart')).toBe('{"A": null}');
    for (const word of ['ca', 'art', 'carts', '', 'constructor', '__proto__'])
      expect(table.has(word)).toBe(false);
  });

  it('refuses a lexicon much larger than it was made for, and a damaged one', () => {
    const many = `{${Array.from({ length: 50 }, (_, i) => `"${i}":"x"`).join()}}`;
    expect(() => createWordTable(Buffer.from(many), 0, 5)).toThrow('Expected about 5 words');
    expect(() => createWordTable(Buffer.from('{"a": "b'), 0, 5)).toThrow('Expected a closing quote');
    expect(() => createWordTable(Buffer.from('["a"]'), 0, 5)).toThrow('Expected an object');
  });
});

describe('perceptron weights', () => {
  const tags: string[] = [];
  let plain: Record<string, Record<string, number>>;
  let bytes: Buffer;
  let from = 0;
  beforeAll(() => {
    bytes = unzipped('tagger.json.gz');
    const whole = JSON.parse(bytes.toString()) as { tags: string[]; weights: typeof plain };
    tags.push(...whole.tags);
    plain = whole.weights;
    const top = members(bytes, 0);
    while (top.nextKey()) {
      if (bytes.toString('utf8', top.keyStart, top.keyEnd) === 'weights') from = top.valueStart;
      top.moveTo(top.skipValue(top.valueStart));
    }
  });

  it('add what JSON.parse finds, in tenths, for every feature', () => {
    const weights = perceptronWeights(readPerceptronTable(bytes, from, tags));
    const scores = new Int32Array(tags.length);
    for (const [feature, expected] of Object.entries(plain)) {
      scores.fill(0);
      weights.addTo(scores, feature);
      const wrong = tags.findIndex((tag, i) => scores[i] !== Math.round((expected[tag] ?? 0) * 10));
      if (wrong >= 0) expect.fail(`${feature} ${tags[wrong]}`);
    }
    scores.fill(0);
    weights.addTo(scores, 'w=not a feature');
    expect(scores.every((score) => score === 0)).toBe(true);
  });

  it('reads whole and negative numbers, and features with escapes', () => {
    const scores = new Int32Array(2);
    const json = Buffer.from('{"a\\"": {"NN": 5, "VB": -0.5}}');
    perceptronWeights(readPerceptronTable(json, 0, ['NN', 'VB'])).addTo(scores, 'a"');
    expect([...scores]).toEqual([50, -5]);
  });

  it.each([
    ['{"a": {"NN": 1.25}}', 'at most one decimal'],
    ['{"a": {"XYZ": 1.5}}', 'Expected a tag'],
  ])('refuse %s', (json, message) => {
    expect(() => readPerceptronTable(Buffer.from(json), 0, ['NN', 'VB'])).toThrow(message);
  });
});
