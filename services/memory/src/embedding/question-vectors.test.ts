import { describe, expect, it, vi } from 'vitest';
import { createQuestionVectors } from './question-vectors.js';

const embedding = () => ({
  embed: vi.fn(async ([text]: readonly string[]) => [[Float32Array.of(text!.length)]]),
});

describe('question vectors', () => {
  it('embeds a question once, ahead of documents, and counts', async () => {
    const embedder = embedding();
    const questions = createQuestionVectors(embedder);
    const first = await questions.of('why');
    expect(await questions.of('why')).toBe(first);
    expect(embedder.embed.mock.calls).toEqual([[['why'], { inputType: 'query', priority: 'query' }]]);
    expect(questions.stats()).toEqual({ hits: 1, misses: 1 });
  });

  it('shares concurrent embeddings, also without a cache', async () => {
    const embedder = embedding();
    const questions = createQuestionVectors(embedder, { keep: 0 });
    const [a, b] = await Promise.all([questions.of('why'), questions.of('why')]);
    expect(a).toBe(b);
    await questions.of('why');
    expect(embedder.embed).toHaveBeenCalledTimes(2);
  });

  it('takes the mean of the windows of a long question', async () => {
    const windows = [Float32Array.of(1, 0), Float32Array.of(0, 1)];
    const questions = createQuestionVectors({ embed: async () => [windows] });
    for (const value of await questions.of('a long one')) expect(value).toBeCloseTo(Math.SQRT1_2, 6);
  });

  it('forgets failures', async () => {
    const embedder = embedding();
    embedder.embed.mockRejectedValueOnce(new Error('no'));
    const questions = createQuestionVectors(embedder);
    await expect(Promise.all([questions.of('why'), questions.of('why')])).rejects.toThrow('no');
    expect(await questions.of('why')).toEqual(Float32Array.of(3));
  });

  it('evicts the least recently used entries, and limits the memory of long queries', async () => {
    const embedder = embedding();
    const questions = createQuestionVectors(embedder, { keep: 2 });
    for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) await questions.of(text);
    expect(embedder.embed.mock.calls.map(([[text]]) => text)).toEqual(['a', 'b', 'c', 'b']);
    const long = 'x'.repeat(60_000);
    await questions.of(long);
    await questions.of(long);
    expect(embedder.embed).toHaveBeenCalledTimes(6);
  });
});
