import type { MaybePromise } from '@anima/service/maybe-promise';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MemoryText, ReindexSource, ReindexStage } from './reindex.js';

export interface ReindexSourceUnderTest {
  source: ReindexSource;
  dispose?: () => MaybePromise<void>;
}

export interface ReindexStageUnderTest {
  stage: ReindexStage;
  /** Opens the same data again; null if the data does not outlive the stage. */
  reopen: (() => MaybePromise<ReindexStageUnderTest>) | null;
  dispose?: () => MaybePromise<void>;
}

export const memoryText = (key: number, fields: Partial<MemoryText> = {}): MemoryText => ({
  key,
  textSeq: key,
  speaker: null,
  content: `text ${key}`,
  conversation: null,
  hasContext: false,
  ...fields,
});

/**
 * Tests the promises of ReindexSource, for every adapter. `create` receives the texts of the memories and the
 * questions.
 */
export function testReindexSource(
  name: string,
  create: (
    memories: readonly MemoryText[],
    queries: readonly string[],
  ) => MaybePromise<ReindexSourceUnderTest>,
): void {
  it(`${name} keeps the promises of ReindexSource: all texts, page by page, in the order of their keys`, async () => {
    const memories = [
      memoryText(1),
      memoryText(2, { speaker: 'Ann', conversation: '/talk' }),
      memoryText(3, { speaker: 'Bob', conversation: '/talk', hasContext: true }),
    ];
    const { source, dispose } = await create(memories, ['Who?', 'When?']);
    expect(await source.memories(0, 2)).toEqual(memories.slice(0, 2));
    expect(await source.memories(2, 2)).toEqual(memories.slice(2));
    const [first, ...more] = await source.questions(0, 10);
    expect([first, ...more].map((each) => each?.query)).toEqual(['Who?', 'When?']);
    expect(await source.questions(first!.key, 10)).toEqual(more);
    expect(await source.count()).toBe(5);
    await dispose?.();
  });
}

/** Tests the promises of ReindexStage, for every adapter. */
export function testReindexStage(name: string, create: () => MaybePromise<ReindexStageUnderTest>): void {
  describe(`${name} keeps the promises of ReindexStage`, () => {
    let under: ReindexStageUnderTest;
    beforeEach(async () => {
      under = await create();
    });
    afterEach(() => under.dispose?.());

    const vectors = { content: [Float32Array.of(1)], context: null };
    const made = (...memories: MemoryText[]) => ({
      memories: memories.map(({ key, textSeq }) => ({ key, textSeq, vectors })),
      questions: [],
    });

    it('returns the texts without vectors, and those that were rewritten since', async () => {
      const texts = [memoryText(1), memoryText(2), memoryText(3)];
      expect(await under.stage.lackingMemories(texts)).toEqual(texts);
      await under.stage.put(made(texts[0]!, texts[1]!));
      expect(await under.stage.lackingMemories(texts)).toEqual([texts[2]]);
      const rewritten = memoryText(2, { textSeq: 9 });
      expect(await under.stage.lackingMemories([texts[0]!, rewritten])).toEqual([rewritten]);
      await under.stage.put(made(rewritten));
      expect(await under.stage.lackingMemories([rewritten])).toEqual([]);
      expect(await under.stage.count()).toBe(2);
    });

    it('identifies questions by their exact words', async () => {
      const question = { query: 'Who?', vector: Float32Array.of(1) };
      await under.stage.put({ memories: [], questions: [question] });
      await under.stage.put({ memories: [], questions: [question] });
      expect(await under.stage.lackingQuestions(['Who?', 'who?'])).toEqual(['who?']);
      expect(await under.stage.count()).toBe(1);
    });

    it('keeps its vectors after reopening', async ({ skip }) => {
      if (under.reopen === null) return skip();
      await under.stage.put(made(memoryText(1)));
      under = await under.reopen();
      expect(await under.stage.lackingMemories([memoryText(1), memoryText(2)])).toEqual([memoryText(2)]);
    });
  });
}
