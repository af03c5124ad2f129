import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { indexWords, members, wordTable } from './word-table.js';

const MODEL_DIR = fileURLToPath(new URL('../../../../models/hibari-heart', import.meta.url));
const unzipped = (name: string): Buffer => gunzipSync(readFileSync(`${MODEL_DIR}/${name}`));
const tableOf = (json: string, words: number) => wordTable(indexWords(Buffer.from(json), 0, words));

describe('a word table', () => {
  it('returns what JSON.parse returns for every word of the lexicon', () => {
    const bytes = unzipped('lexicon-gold.json.gz');
    const plain = JSON.parse(bytes.toString()) as Record<string, unknown>;
    const table = wordTable(indexWords(bytes, 0, Object.keys(plain).length));
    expect(table.size).toBe(Object.keys(plain).length);
    for (const [word, value] of Object.entries(plain)) {
      const json = table.get(word);
      if (json === undefined || JSON.stringify(JSON.parse(json)) !== JSON.stringify(value)) expect.fail(word);
    }
  });

  it('returns what JSON.parse returns for features of the tagger, with escapes in their keys', () => {
    const bytes = unzipped('tagger.json.gz');
    const plain = (JSON.parse(bytes.toString()) as { weights: Record<string, object> }).weights;
    let from = 0;
    for (const { keyStart, keyEnd, valueStart } of members(bytes, 0))
      if (bytes.toString('utf8', keyStart, keyEnd) === 'weights') from = valueStart;
    const table = wordTable(indexWords(bytes, from, Object.keys(plain).length));
    for (const [i, [feature, weights]] of Object.entries(plain).entries()) {
      if (i % 10 !== 0 && !/["\\]/.test(feature)) continue;
      const json = table.get(JSON.stringify(feature).slice(1, -1));
      if (json === undefined || JSON.stringify(JSON.parse(json)) !== JSON.stringify(weights))
        expect.fail(feature);
      for (const weight of Object.values(weights) as number[])
        if (Math.abs(Math.round(weight * 10) - weight * 10) > 1e-9) expect.fail(`${feature} ${weight}`);
    }
    expect(table.has('w=not a feature')).toBe(false);
  });

  it('does not have parts of words, longer words, or inherited properties', () => {
    const table = tableOf('{"car": "1", "cart": {"A": null}}', 2);
    expect(table.get('car')).toBe('"1"');
    expect(table.get('cart')).toBe('{"A": null}');
    for (const word of ['ca', 'art', 'carts', '', 'constructor', '__proto__'])
      expect(table.has(word)).toBe(false);
  });

  it('rejects a lexicon that is much larger than expected, and a damaged one', () => {
    const many = `{${Array.from({ length: 50 }, (_, i) => `"${i}":"x"`).join()}}`;
    expect(() => tableOf(many, 5)).toThrow('Expected about 5 words');
    expect(() => tableOf('{"a": "b', 5)).toThrow('Expected a closing quote');
    expect(() => tableOf('["a"]', 5)).toThrow('Expected an object');
  });
});
