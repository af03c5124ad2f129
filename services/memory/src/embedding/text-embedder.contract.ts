import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TextEmbedder } from './text-embedder.js';

/** Creates an embedder in which `maxWaiting` calls of one priority can wait. */
export type CreateTextEmbedder<Embedder = TextEmbedder> = (options: { maxWaiting: number }) => Promise<{
  embedder: Embedder;
  close(): Promise<void>;
}>;

const MAX_WAITING = 12;
const texts = [
  'We ship on Fridays.',
  'Never on Mondays.',
  '',
  ' \n',
  '缩进使用制表符',
  '👩‍👩‍👧 \ud83d',
  'a'.repeat(5_000),
];

/** Tests the promises of TextEmbedder, for every adapter. */
export function testTextEmbedder(name: string, create: CreateTextEmbedder): void {
  describe(`${name} as a text embedder`, () => {
    let embedder: TextEmbedder;
    let close: () => Promise<void>;
    beforeAll(async () => {
      ({ embedder, close } = await create({ maxWaiting: MAX_WAITING }));
    });
    afterAll(() => close());

    const embedOne = async (text: string) => (await embedder.embed([text], { priority: 'query' }))[0]!;

    it('returns unit vectors of its dimensions, at least one per text, in order', async () => {
      const embedded = await embedder.embed(texts);
      expect(embedded).toHaveLength(texts.length);
      for (const [at, text] of texts.entries()) {
        expect(embedded[at]!.length).toBeGreaterThan(0);
        for (const vector of embedded[at]!) {
          expect(vector).toHaveLength(embedder.dimensions);
          expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
        }
        expect(embedded[at]).toEqual(await embedOne(text));
      }
      expect(await embedder.embed([])).toEqual([]);
    });

    it('returns the same vector for the same text, regardless of concurrent calls', async () => {
      const before = await embedOne('Backups run at night');
      const [, among] = await Promise.all([
        embedder.embed(['x', 'Who deploys?']),
        embedder.embed(['Backups run at night', 'Backups run at noon']),
        embedder.embed(['Backups'], { priority: 'query' }),
      ]);
      expect(among[0]).toEqual(before);
      expect(among[1]).not.toEqual(before);
    });

    it('splits a long text into windows', async () => {
      const word = (at: number) => ['time', 'year', 'way', 'day'][at % 4]!;
      const long = Array.from({ length: 2 * embedder.maxTokens }, (_, at) => word(at)).join(' ');
      expect((await embedOne(long)).length).toBeGreaterThan(1);
    });

    it('rejects calls beyond its limit immediately and as a whole, and completes the accepted ones', async () => {
      const before = await embedOne('taken 0');
      let refused = 0;
      const calls = Array.from({ length: 3 * MAX_WAITING }, (_, at) =>
        embedder.embed([`taken ${at}`]).catch((error: unknown) => {
          expect(error).toMatchObject({ code: 'overloaded' });
          refused++;
          return null;
        }),
      );
      const query = embedOne('Is there room for a question?');
      await Promise.race(calls.slice(-1));
      expect(refused).toBeGreaterThan(MAX_WAITING);
      const batch = Array.from({ length: 3 * MAX_WAITING }, (_, at) => `one too many ${at}`);
      await expect(embedder.embed(batch)).rejects.toMatchObject({ code: 'overloaded' });
      expect(await query).toHaveLength(1);
      const taken = (await Promise.all(calls)).filter((result) => result !== null);
      expect(taken.length).toBeGreaterThanOrEqual(MAX_WAITING);
      expect(taken[0]![0]).toEqual(before);
    });

    it('rejects with the reason of the signal, before and during the wait, and rejects no other call', async () => {
      const reason = new Error('nobody waits any more');
      const before = embedder.embed(['never'], { signal: AbortSignal.abort(reason) });
      await expect(before).rejects.toBe(reason);
      const leaving = new AbortController();
      const [first, withdrawn, last] = [
        embedder.embed(['first']),
        embedder.embed(['withdrawn', 'altogether'], { signal: leaving.signal }),
        embedder.embed(['last']),
      ];
      leaving.abort(reason);
      await expect(withdrawn).rejects.toBe(reason);
      expect(await first).toHaveLength(1);
      expect(await last).toEqual([await embedOne('last')]);
    });

    it('answers a probe', async () => {
      await embedder.probe();
    });
  });
}
