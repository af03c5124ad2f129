import { describe, expect, it } from 'vitest';
import { createQuestionDirectory, type StoredQuestion } from './question-directory.js';

const axis = (at: number): Float32Array => Float32Array.from({ length: 16 }, (_, i) => (i === at ? 1 : 0));
type Question = StoredQuestion & { vector: Float32Array };
const entry = (key: number, fields: Partial<Question> = {}): Question => ({
  key,
  model: 'm',
  contextDepth: 0,
  context: '',
  vector: axis(key % 16),
  bytes: 10,
  createdAt: 0,
  expiresAt: 1_000,
  ...fields,
});
const anywhere = { now: 0, limit: 10, minimum: 0.5 };

function directoryOf(...entries: Question[]) {
  const directory = createQuestionDirectory(16);
  for (const each of entries) directory.put(each);
  return directory;
}

describe('the question directory', () => {
  it('finds only the nearest of a scope', () => {
    const directory = directoryOf(
      entry(1, { vector: axis(0) }),
      entry(2, { vector: axis(0), contextDepth: 1 }),
      entry(3, { vector: axis(0), model: 'n' }),
      entry(4, { vector: axis(1) }),
    );
    expect(directory.nearest({ model: 'm', contextDepth: 0, context: '' }, axis(0), anywhere)).toEqual([
      { key: 1, cosine: expect.closeTo(1, 3) },
    ]);
    expect(directory.nearest({ model: 'm', contextDepth: 2, context: '' }, axis(0), anywhere)).toEqual([]);
  });

  it('orders by similarity, applies the limit, and omits expired questions', () => {
    const half = Float32Array.from(axis(0), (_, i) => (i < 2 ? Math.SQRT1_2 : 0));
    const directory = directoryOf(
      entry(1, { vector: half }),
      entry(2, { vector: axis(0) }),
      entry(3, { vector: axis(0), expiresAt: 5 }),
    );
    const keys = (options: object) =>
      directory
        .nearest({ model: 'm', contextDepth: 0, context: '' }, axis(0), { ...anywhere, ...options })
        .map(({ key }) => key);
    expect(keys({})).toEqual([3, 2, 1]);
    expect(keys({ limit: 2 })).toEqual([3, 2]);
    expect(keys({ now: 5 })).toEqual([2, 1]);
    expect(keys({ now: 5, minimum: 0.9 })).toEqual([2]);
  });

  it('reuses the slots of removed questions', () => {
    const directory = directoryOf(entry(1), entry(2));
    directory.remove(1);
    directory.remove(1);
    directory.put(entry(3, { vector: axis(1) }));
    expect(directory.nearest({ model: 'm', contextDepth: 0, context: '' }, axis(1), anywhere)).toEqual([
      { key: 3, cosine: expect.closeTo(1, 3) },
    ]);
    expect([directory.size, directory.bytes]).toEqual([2, 20]);
    directory.put(entry(3, { bytes: 1 }));
    expect([directory.size, directory.bytes]).toEqual([2, 11]);
  });

  it('evicts expired questions, then the least recently used', () => {
    const directory = directoryOf(entry(1), entry(2, { expiresAt: 5 }), entry(3), entry(4));
    const keys = (questions: readonly StoredQuestion[]) => questions.map(({ key }) => key);
    expect(directory.surplus(5, { entries: 4, bytes: 40 })).toEqual([]);
    expect(keys(directory.surplus(5, { entries: 3, bytes: 40 }))).toEqual([2]);
    directory.use(1);
    expect(keys(directory.surplus(5, { entries: 2, bytes: 40 }))).toEqual([2, 3]);
    expect(keys(directory.surplus(5, { entries: 4, bytes: 10 }))).toEqual([2, 3, 4]);
    directory.use(9);
    expect(directory.size).toBe(4);
    expect(keys(directory.expired(5))).toEqual([2]);
    expect(directory.byModel(5)).toEqual(new Map([['m', { entries: 3, bytes: 30 }]]));
  });
});
