import { describe, expect, it } from 'vitest';
import { createFakeReindexSource, createFakeReindexStage } from '../testing/fake-reindex.js';
import { reembedAll, TEXTS_A_BATCH } from './reembed-all.js';
import { memoryText } from './reindex.contract.js';
import type { ReindexStage } from './reindex.js';
import type { TextEmbedder } from './text-embedder.js';

/** `put` fails, with nothing kept, once so many batches are there. */
function stageOf(mostBatches = Number.POSITIVE_INFINITY) {
  const plain = createFakeReindexStage();
  let batches = 0;
  const stage: ReindexStage = {
    ...plain.stage,
    put(made) {
      if (batches++ === mostBatches) throw new Error('killed');
      return plain.stage.put(made);
    },
  };
  return { ...plain, stage, let: (more: number) => (mostBatches = batches + more) };
}

/** The vector of a text is its length. Records the embedded texts. */
function embedderOf() {
  const texts: string[] = [];
  const embed = async (batch: readonly string[]) => {
    texts.push(...batch);
    return batch.map((text) => [Float32Array.of(text.length)]);
  };
  return { embedder: { embed } as unknown as TextEmbedder, texts };
}
const never = new AbortController().signal;

describe('embedAnew', () => {
  it('continues after any killed batch, and embeds no text again', async () => {
    const count = 5 * TEXTS_A_BATCH + 7;
    const source = createFakeReindexSource(Array.from({ length: count }, (_, i) => memoryText(i + 1)));
    for (let batch = 0; batch < 6; batch++) {
      const { stage, memories, let: allow } = stageOf(batch);
      const first = embedderOf();
      await expect(reembedAll({ source, stage, embedder: first.embedder }, never)).rejects.toThrow('killed');
      expect(memories.size).toBe(batch * TEXTS_A_BATCH);
      allow(Number.POSITIVE_INFINITY);
      const second = embedderOf();
      const embedded = await reembedAll({ source, stage, embedder: second.embedder }, never);
      expect(embedded).toBe(count - batch * TEXTS_A_BATCH);
      expect(second.texts).toHaveLength(embedded);
      expect(memories.size).toBe(count);
    }
  });

  it('embeds a text again that was rewritten since, and nothing else', async () => {
    const { stage, memories } = stageOf();
    const before = [memoryText(1), memoryText(2)];
    await reembedAll(
      { source: createFakeReindexSource(before), stage, embedder: embedderOf().embedder },
      never,
    );
    const { embedder, texts } = embedderOf();
    const rewritten = [memoryText(1, { textSeq: 9, content: 'another' }), memoryText(2), memoryText(10)];
    expect(await reembedAll({ source: createFakeReindexSource(rewritten), stage, embedder }, never)).toBe(2);
    expect(texts).toEqual(['another', 'text 10']);
    expect(memories.get(1)?.textSeq).toBe(9);
  });

  it('embeds a turn with its previous turn if it was embedded that way before', async () => {
    const { stage, memories } = stageOf();
    const turn = (key: number, conversation: string, content: string, hasContext: boolean) =>
      memoryText(key, { conversation, content, hasContext, speaker: 'Ada' });
    const memoriesOfTwo = [
      turn(1, 'a', 'first', false),
      turn(2, 'b', 'elsewhere', false),
      turn(3, 'a', 'second', true),
      turn(4, 'a', 'rewritten', false),
      turn(5, 'a', 'last', true),
    ];
    const { embedder, texts } = embedderOf();
    await reembedAll({ source: createFakeReindexSource(memoriesOfTwo), stage, embedder }, never);
    expect(texts).toContain('Ada: first\nAda: second');
    expect(texts).toContain('Ada: rewritten\nAda: last');
    expect(texts).toHaveLength(7);
    expect(memories.get(4)?.vectors.context).toBeNull();
    expect(memories.get(5)?.vectors.context).not.toBeNull();
  });

  it('embeds each question of the cache once', async () => {
    const { stage, questions } = stageOf();
    const source = createFakeReindexSource([], ['Who deploys?', 'When?']);
    expect(await reembedAll({ source, stage, embedder: embedderOf().embedder }, never)).toBe(2);
    expect([...questions.keys()]).toEqual(['Who deploys?', 'When?']);
    expect(await reembedAll({ source, stage, embedder: embedderOf().embedder }, never)).toBe(0);
  });

  it('stops between two batches on request, and prints its progress', async () => {
    const source = createFakeReindexSource(
      Array.from({ length: 3 * TEXTS_A_BATCH }, (_, i) => memoryText(i + 1)),
    );
    const { stage, memories } = stageOf();
    const stop = new AbortController();
    const lines: number[] = [];
    const reason = new Error('stop');
    const embedding = reembedAll(
      { source, stage, embedder: embedderOf().embedder },
      stop.signal,
      (embedded) => {
        lines.push(embedded);
        stop.abort(reason);
      },
    );
    await expect(embedding).rejects.toBe(reason);
    expect(lines).toEqual([TEXTS_A_BATCH]);
    expect(memories.size).toBe(TEXTS_A_BATCH);
  });
});
