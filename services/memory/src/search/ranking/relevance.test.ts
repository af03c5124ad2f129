import { describe, expect, it } from 'vitest';
import { createArraySource, type PlainMemory } from '../../testing/array-signal-source.js';
import { rankMemories } from './rank.js';
import { answerableOf } from './relevance.js';

const vector = new Float32Array(1);
const unrelated = { mean: 0.42, deviation: 0.067 };

function relevances(text: string, memories: readonly PlainMemory[], query = { vector, unrelated }) {
  const rows = Uint32Array.from(memories.keys());
  const ranked = rankMemories({ text, ...query }, createArraySource(memories), rows, { limit: 10, now: 0 });
  return memories.map((_, row) => ranked.find((hit) => hit.row === row)!.relevance);
}

describe('relevance', () => {
  it('is high for a memory with the words and the meaning of the query', () => {
    const [near, far] = relevances('Which day does the release train leave?', [
      { content: 'The release train leaves on Thursday', semantic: 0.8 },
      { content: 'The office plants need water', semantic: 0.4 },
    ]);
    expect(near).toBeGreaterThan(0.5);
    expect(far).toBeLessThan(0.05);
  });

  it('is high for both of two copies, which are no better than each other', () => {
    const copy = { content: 'The release train leaves on Thursday', semantic: 0.8 };
    for (const value of relevances('When does the release train leave?', [copy, copy]))
      expect(value).toBeGreaterThan(0.5);
  });

  it('falls if the query names a person whom no memory names', () => {
    const memories = [{ content: 'The sister works in a bakery', semantic: 0.65 }];
    const [known] = relevances('where does the sister of somebody work', memories);
    const [unknown] = relevances('where does the sister of Ingrid work', memories);
    expect(unknown).toBeLessThan(known!);
  });

  it('falls if the query names another speaker', () => {
    const memories = [
      { content: 'I bought a red bicycle', semantic: 0.7, speaker: 'Ann', conversation: 'c' },
      { content: 'I bought a red bicycle', semantic: 0.7, speaker: 'Bea', conversation: 'c' },
    ];
    const [ann, bea] = relevances('Which bicycle did Ann buy?', memories);
    expect(bea).toBeLessThan(ann! / 2);
  });

  it('is a share without a vector, terms or a match', () => {
    const memories = [{ content: 'a' }, { content: 'red' }];
    for (const text of ['', 'who are we?', 'blue', 'red'])
      for (const value of [
        ...relevances(text, memories),
        ...relevances(text, memories, { vector: null, unrelated } as never),
      ]) {
        expect(value).toBeGreaterThan(0);
        expect(value).toBeLessThan(1);
      }
  });
});

describe('answerableOf', () => {
  it('is the relevance of the most relevant hit, 0 without hits', () => {
    expect(answerableOf([])).toBe(0);
    expect(answerableOf([0.5])).toBe(0.5);
    expect(answerableOf([0.5, 0.7, 0.7])).toBe(0.7);
  });
});
