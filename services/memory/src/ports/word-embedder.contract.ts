import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreateTextEmbedder } from './text-embedder.contract.js';
import type { TextEmbedder } from './text-embedder.js';
import type { WordEmbedder } from './word-embedder.js';

/** The promises that every WordEmbedder keeps, beside the TextEmbedder of the same model. */
export function testWordEmbedder(
  name: string,
  create: CreateTextEmbedder<TextEmbedder & WordEmbedder>,
): void {
  describe(`${name} as a word embedder`, () => {
    let embedder: TextEmbedder & WordEmbedder;
    let close: () => Promise<void>;
    beforeAll(async () => {
      ({ embedder, close } = await create({ maxWaiting: 12 }));
    });
    afterAll(() => close());

    it.each([
      ['a sentence', 'The office dog remembers embeddings'],
      ['accents and numbers', 'Caf\u00e9 owners, e.g. 3 of them'],
      ['nothing', ''],
      ['signs alone', '?!'],
      ['half a surrogate pair', '\ud800 alone'],
      ['more than a window', 'time and again '.repeat(300)],
    ])('has a unit row for each piece of a word, in order: %s', async (_, text) => {
      const { vector, tokens, rows } = await embedder.embedWords(text);
      expect(vector).toEqual((await embedder.embed([text]))[0]![0]);
      expect(rows).toHaveLength(tokens.length * embedder.dimensions);
      let end = 0;
      for (const [at, token] of tokens.entries()) {
        expect(token.start).toBeGreaterThanOrEqual(end);
        expect(token.end).toBeGreaterThan(token.start);
        end = token.end;
        const row = rows.subarray(at * embedder.dimensions, (at + 1) * embedder.dimensions);
        expect(Math.hypot(...row)).toBeCloseTo(1, 5);
      }
      expect(end).toBeLessThanOrEqual(text.length);
      expect(tokens.length).toBeLessThanOrEqual(embedder.maxTokens);
    });

    it('says the same of the same text whatever else is being embedded', async () => {
      const alone = await embedder.embedWords('Who deploys on Fridays?');
      const [, among] = await Promise.all([
        embedder.embed(['something', 'else']),
        embedder.embedWords('Who deploys on Fridays?', { priority: 'query' }),
      ]);
      expect(among).toEqual(alone);
    });

    it('rejects with the reason of the signal', async () => {
      const reason = new Error('nobody waits any more');
      const leaving = new AbortController();
      const busy = embedder.embed(['first']);
      const withdrawn = embedder.embedWords('withdrawn', { signal: leaving.signal });
      leaving.abort(reason);
      await expect(withdrawn).rejects.toBe(reason);
      expect(await busy).toHaveLength(1);
    });
  });
}
