import type { MaybePromise } from '@anima/service/maybe-promise';
import type { MemoryText, ReindexSource, ReindexStage } from '../../ports/reindex.js';
import type { TextEmbedder } from '../../ports/text-embedder.js';
import type { Turn } from '../conversation/conversation-tails.js';
import { embedMemories, MAX_PREVIOUS, type SpokenTurn } from './embed-memory.js';

/** What a kill costs at most; embedded together, so that every worker has something to do. */
export const TEXTS_A_BATCH = 64;

/**
 * Embeds every text whose vectors are not on the stage, batch by batch; resolves to how many those were, as `progress` is told. Begun again after any
 * end it goes on where it was. What others write meanwhile may be left for the next call. Rejects with the reason of the signal.
 */
export async function reembedAll(
  { source, stage, embedder }: { source: ReindexSource; stage: ReindexStage; embedder: TextEmbedder },
  signal: AbortSignal,
  progress: (embedded: number) => void = () => {},
): Promise<number> {
  let embedded = 0;
  const stageAll = async <Waiting>(
    batches: AsyncIterable<readonly Waiting[]>,
    stageBatch: (batch: readonly Waiting[]) => Promise<void>,
  ): Promise<void> => {
    for await (const batch of batches) {
      signal.throwIfAborted();
      if (batch.length === 0) continue;
      await stageBatch(batch);
      embedded += batch.length;
      progress(embedded);
    }
  };
  await stageAll(waitingMemories(source, stage), async (batch) => {
    const vectors = await embedMemories(embedder, batch, { signal });
    const memories = batch.map(({ memory: { key, textSeq } }, at) => ({
      key,
      textSeq,
      vectors: vectors[at]!,
    }));
    await stage.put({ memories, questions: [] });
  });
  await stageAll(waitingQuestions(source, stage), async (batch) => {
    const embedded = await embedder.embed(batch, { signal });
    const questions = batch.map((query, at) => ({ query, vector: embedded[at]![0]! }));
    await stage.put({ memories: [], questions });
  });
  return embedded;
}

interface WaitingMemory extends SpokenTurn {
  memory: MemoryText;
}

/**
 * In order of keys, which is that of arrival: what was said before a turn came before it. A turn that was embedded alone
 * (the first one, a rewritten one) is embedded alone again.
 */
async function* waitingMemories(source: ReindexSource, stage: ReindexStage): AsyncGenerator<WaitingMemory[]> {
  // The end of each conversation so far; about 2 kB each.
  const tails = new Map<string, Turn>();
  for await (const page of pages((after) => source.memories(after, TEXTS_A_BATCH))) {
    const lacking = new Set(await stage.lackingMemories(page));
    const waiting: WaitingMemory[] = [];
    for (const memory of page) {
      const { speaker, content, conversation, hasContext } = memory;
      const previous = conversation === null ? null : (tails.get(conversation) ?? null);
      if (conversation !== null) tails.set(conversation, { speaker, content: content.slice(-MAX_PREVIOUS) });
      if (lacking.has(memory)) {
        waiting.push({ memory, turn: { speaker, content }, previous: hasContext ? previous : null });
      }
    }
    yield waiting;
  }
}

async function* waitingQuestions(source: ReindexSource, stage: ReindexStage): AsyncGenerator<string[]> {
  for await (const page of pages((after) => source.questions(after, TEXTS_A_BATCH)))
    yield await stage.lackingQuestions(page.map(({ query }) => query));
}

/** Page after page until one is not full. */
async function* pages<Item extends { key: number }>(
  read: (after: number) => MaybePromise<Item[]>,
): AsyncGenerator<Item[]> {
  for (let after = 0; ; ) {
    const page = await read(after);
    yield page;
    if (page.length < TEXTS_A_BATCH) return;
    after = page.at(-1)!.key;
  }
}
