import { describe, expect, it } from 'vitest';
import { groupDuplicates } from './group-duplicates.js';

const edge = (a: number, b: number, confidence = 0.9) => ({ a, b, confidence });

describe('groupDuplicates', () => {
  it.each([
    ['nothing', [], []],
    ['a pair', [edge(0, 1)], [[0, 1]]],
    ['three that all match', [edge(0, 1), edge(1, 2), edge(0, 2)], [[0, 1, 2]]],
    ['a chain: the surer pair', [edge(0, 1, 0.9), edge(1, 2, 0.95)], [[1, 2]]],
    ['a chain of equals: the first pair', [edge(1, 2), edge(0, 1)], [[0, 1]]],
    [
      'two pairs with one link between them',
      [edge(0, 1), edge(2, 3), edge(1, 2, 0.8)],
      [
        [0, 1],
        [2, 3],
      ],
    ],
    [
      'two pairs with all links between them',
      [edge(0, 1), edge(2, 3), edge(1, 2, 0.8), edge(0, 2, 0.8), edge(1, 3, 0.8), edge(0, 3, 0.8)],
      [[0, 1, 2, 3]],
    ],
    ['a pair given the other way round', [edge(5, 3), edge(3, 4), edge(4, 5)], [[3, 4, 5]]],
  ])('%s', (_, edges, groups) => {
    expect(groupDuplicates(edges)).toEqual(groups);
    expect(groupDuplicates(edges.toReversed())).toEqual(groups);
  });

  it('groups only texts that all match each other', () => {
    let seed = 1;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const edges = Array.from({ length: 400 }, () => {
      const a = Math.floor(random() * 60);
      const b = Math.floor(random() * 60);
      return edge(a, b, Math.round(random() * 10) / 10);
    }).filter(({ a, b }) => a !== b);
    const matches = new Set(edges.flatMap(({ a, b }) => [`${a}/${b}`, `${b}/${a}`]));
    const groups = groupDuplicates(edges);
    expect(new Set(groups.flat()).size).toBe(groups.flat().length);
    for (const group of groups) {
      for (const a of group) for (const b of group) if (a !== b) expect(matches.has(`${a}/${b}`)).toBe(true);
    }
  });
});
