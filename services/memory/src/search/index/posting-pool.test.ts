import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PostingPool } from './posting-pool.js';

it('contains many lists that grow at any time', () => {
  const step = fc.record({ list: fc.nat(40), count: fc.constantFrom(1, 1, 1, 2, 5, 3_000, 70_000) });
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 60 }),
      fc.array(fc.constantFrom(0, 1, 2, 63, 65_533, 65_534, 200_000), { maxLength: 4 }),
      (steps, filled) => {
        const pool = new PostingPool();
        const model = new Map<number, number[]>();
        let entry = 1;
        filled.forEach((length, list) => {
          const entries = Uint32Array.from({ length }, () => entry++);
          pool.fill(list, entries);
          model.set(list, [...entries]);
        });
        for (const { list, count } of steps) {
          const entries = model.get(list) ?? [];
          model.set(list, entries);
          for (let i = 0; i < count; i++) {
            pool.append(list, entry);
            entries.push(entry++);
          }
          pool.setLast(list, pool.last(list) + 1);
          entries[entries.length - 1]!++;
          entry += 2;
        }
        for (const [list, entries] of model) {
          expect(pool.length(list)).toBe(entries.length);
          expect(Buffer.compare(bytes(pool.read(list)), bytes(Uint32Array.from(entries)))).toBe(0);
          if (entries.length === 0) continue;
          expect(pool.last(list)).toBe(entries.at(-1));
          const least = entries[entries.length >> 1]!;
          const rest = pool.read(list, least).filter((value) => value >= least);
          expect(rest.length).toBe(entries.filter((value) => value >= least).length);
        }
        expect(pool.read(999)).toHaveLength(0);
      },
    ),
    { numRuns: 25 },
  );
});

it('packs short lists tightly', () => {
  const pool = new PostingPool();
  for (let list = 0; list < 100_000; list++) pool.append(list, list);
  expect(pool.byteSize).toBeLessThan(100_000 * 12 * 1.5 + 1_000_000);
});

function bytes(array: Uint32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
