import { expect, it } from 'vitest';
import { coalesced } from './transient-errors.js';

it('work that is asked for while it is done is done once more, and not at the same time', async () => {
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
