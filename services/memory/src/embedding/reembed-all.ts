import type { MaybePromise } from '@anima/service/maybe-promise';
import type { Turn } from '../memory/conversation/latest-turns.js';
import { embedMemories, MAX_PREVIOUS, type SpokenTurn } from './embed-memory.js';
import type { MemoryText, ReindexSource, ReindexStage } from './reindex.js';
import type { TextEmbedder } from './text-embedder.js';

/** Number of texts per step, so that every worker is busy. A kill loses at most this work. */
export const TEXTS_A_BATCH = 64;

/**
 * Embeds every text without staged vectors, in batches; resolves to the number of these texts, which
 * `progress` also receives. A repeated call continues after any interruption. Texts that others write in the
 * meantime may be left for the next call. Rejects with the reason of the signal.
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
    const vectors = await embedMemories(embedder, batch, { signal, all: true });
    const memories = batch.map(({ memory: { key, textSeq } }, at) => ({
      key,
      textSeq,
      vectors: vectors[at]!,
    }));
    await stage.put({ memories, questions: [] });
  });
  await stageAll(waitingQuestions(source, stage), async (batch) => {
    const embedded = await embedder.embed(batch, { inputType: 'query', signal });
    const questions = batch.map((query, at) => ({ query, vector: embedded[at]![0]! }));
    await stage.put({ memories: [], questions });
  });
  return embedded;
}

interface WaitingMemory extends SpokenTurn {
  memory: MemoryText;
}

/**
 * Yields the memories without staged vectors in the order of keys, which is the order of arrival, so previous
 * turns come first. A turn that was embedded without its previous turn (a first turn, or a rewritten one) is
 * embedded that way again.
 */
async function* waitingMemories(source: ReindexSource, stage: ReindexStage): AsyncGenerator<WaitingMemory[]> {
  // The latest turn of each conversation, about 2 kB each.
  const latestTurns = new Map<string, Turn>();
  for await (const page of pages((after) => source.memories(after, TEXTS_A_BATCH))) {
    const lacking = new Set(await stage.lackingMemories(page));
    const waiting: WaitingMemory[] = [];
    for (const memory of page) {
      const { speaker, content, conversation, hasContext } = memory;
      const previous = conversation === null ? null : (latestTurns.get(conversation) ?? null);
      if (conversation !== null)
        latestTurns.set(conversation, { speaker, content: content.slice(-MAX_PREVIOUS) });
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

/** Yields pages until one is not full. */
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

export interface FillOptions {
  /** Stops the run between two batches. */
  signal: AbortSignal;
  /** Prints one line for the user. */
  say: (line: string) => void;
}

/** Embeds until almost no text is left, and prints the progress. `from` is the present model. */
export async function fillStage(
  { from, ...under }: { from: string; source: ReindexSource; stage: ReindexStage; embedder: TextEmbedder },
  { signal, say }: FillOptions,
): Promise<void> {
  const total = await under.source.count();
  let done = await under.stage.count();
  say(`From ${from} to ${under.embedder.model.name}: ${done} of ${total} texts are done`);
  const progress = atMostEvery(PROGRESS_INTERVAL_MS, (embedded: number) =>
    say(`${done + embedded} of ${total} texts are done`),
  );
  // Others write in the meantime. The last texts are embedded when the vectors are put into use.
  for (let embedded = Number.POSITIVE_INFINITY; embedded > TEXTS_A_BATCH; done += embedded)
    embedded = await reembedAll(under, signal, progress);
}

const PROGRESS_INTERVAL_MS = 2_000;

function atMostEvery<Values extends unknown[]>(intervalMs: number, say: (...values: Values) => void) {
  let last = Date.now();
  return (...values: Values): void => {
    if (Date.now() - last < intervalMs) return;
    last = Date.now();
    say(...values);
  };
}
