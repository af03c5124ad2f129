import type { MemoryEmbedder } from '../../ports/embedder.js';
import type { MemoryText, ReindexSource, ReindexStage } from '../../ports/reindex.js';
import type { Turn } from '../conversation/conversation-tails.js';
import { embedMemory, MAX_PREVIOUS } from './embed-memory.js';

/** What a kill costs at most; embedded together, so that every worker has something to do. */
export const TEXTS_A_BATCH = 64;

/**
 * Embeds every text whose vectors are not on the stage, batch by batch; resolves to how many those were, as `progress` is told. Begun again after any
 * end it goes on where it was. What others write meanwhile may be left for the next call. Rejects with the reason of the signal.
 */
export async function embedAnew(
  { source, stage, embedder }: { source: ReindexSource; stage: ReindexStage; embedder: MemoryEmbedder },
  signal: AbortSignal,
  progress: (embedded: number) => void = () => {},
): Promise<number> {
  let embedded = 0;
  const stageAll = async (batches: Iterable<readonly Waiting[]>): Promise<void> => {
    for (const batch of batches) {
      signal.throwIfAborted();
      if (batch.length === 0) continue;
      const made = await Promise.all(batch.map((text) => embed(embedder, text)));
      stage.put({
        memories: made.flatMap(({ memory }) => memory ?? []),
        questions: made.flatMap(({ question }) => question ?? []),
      });
      embedded += batch.length;
      progress(embedded);
    }
  };
  await stageAll(waitingMemories(source, stage));
  await stageAll(waitingQuestions(source, stage));
  return embedded;
}

type Waiting = { memory: MemoryText; previous: Turn | null } | { query: string };

async function embed(embedder: MemoryEmbedder, text: Waiting) {
  if ('query' in text) {
    const [vector] = await embedder.embed(text.query);
    return { question: { query: text.query, vector: vector! } };
  }
  const { key, textSeq, speaker, content } = text.memory;
  const vectors = await embedMemory(embedder, { speaker, content }, text.previous);
  return { memory: { key, textSeq, vectors } };
}

/**
 * In order of keys, which is that of arrival: what was said before a turn came before it. A turn that was embedded alone
 * (the first one, a rewritten one) is embedded alone again.
 */
function* waitingMemories(source: ReindexSource, stage: ReindexStage): Generator<Waiting[]> {
  // The end of each conversation so far; about 2 kB each.
  const tails = new Map<string, Turn>();
  for (const page of pages((after) => source.memories(after, TEXTS_A_BATCH))) {
    const waiting: Waiting[] = [];
    for (const memory of page) {
      const { key, textSeq, speaker, content, conversation, hasContext } = memory;
      const previous = conversation === null ? null : (tails.get(conversation) ?? null);
      if (conversation !== null) tails.set(conversation, { speaker, content: content.slice(-MAX_PREVIOUS) });
      if (!stage.hasMemory(key, textSeq)) waiting.push({ memory, previous: hasContext ? previous : null });
    }
    yield waiting;
  }
}

function* waitingQuestions(source: ReindexSource, stage: ReindexStage): Generator<Waiting[]> {
  for (const page of pages((after) => source.questions(after, TEXTS_A_BATCH)))
    yield page.filter(({ query }) => !stage.hasQuestion(query)).map(({ query }) => ({ query }));
}

/** Page after page until one is not full. */
function* pages<Item extends { key: number }>(read: (after: number) => Item[]): Generator<Item[]> {
  for (let after = 0; ; ) {
    const page = read(after);
    yield page;
    if (page.length < TEXTS_A_BATCH) return;
    after = page.at(-1)!.key;
  }
}
