import { expect, it } from 'vitest';
import { coalesced } from './transient-errors.js';

it('work requested during a run is done once more afterwards', async () => {
  const ends: (() => void)[] = [];
  const work = coalesced(() => new Promise<void>((resolve) => ends.push(resolve)));
  const first = work();
  await Promise.resolve();
  const others = [work(), work()];
  expect(ends).toHaveLength(1);
  ends[0]!();
  await new Promise(setImmediate);
  expect(ends).toHaveLength(2);
  ends[1]!();
  await Promise.all([first, ...others]);
  void work();
  await Promise.resolve();
  expect(ends).toHaveLength(3);
});
