import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JudgementStore } from './judgement-store.js';

interface StoreUnderTest {
  judgements: JudgementStore;
  close(): Promise<void>;
}

/** Tests the promises of JudgementStore. `create` receives the maximum number of stored results. */
export function testJudgementStore(name: string, create: (most: number) => Promise<StoreUnderTest>): void {
  describe(`${name} as a store of judgements`, () => {
    let opened: StoreUnderTest;
    beforeEach(async () => {
      opened = await create(3);
    });
    afterEach(() => opened.close());

    it('finds only the last value of a key', async () => {
      const { judgements } = opened;
      expect(await judgements.find('a')).toBeNull();
      await judgements.put('a', [0.25, 0.75], 1);
      await judgements.put('b', [1], 2);
      expect(await judgements.find('a')).toEqual([0.25, 0.75]);
      await judgements.put('a', [-1.5], 3);
      expect([await judgements.find('a'), await judgements.find('b')]).toEqual([[-1.5], [1]]);
    });

    it('removes the oldest values if there are too many', async () => {
      const { judgements } = opened;
      for (const [at, key] of ['a', 'b', 'c'].entries()) await judgements.put(key, [at], at);
      await judgements.put('a', [9], 9);
      await judgements.put('d', [10], 10);
      expect(await judgements.find('b')).toBeNull();
      for (const key of ['a', 'c', 'd']) expect(await judgements.find(key), key).not.toBeNull();
    });
  });
}
