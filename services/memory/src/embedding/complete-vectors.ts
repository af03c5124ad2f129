import type { CommittedChange, MemoryStore } from '../memory/memory-store.js';
import type { WithTransaction } from '../storage/transaction.js';
import { splitPassages } from '../text/split-passages.js';
import { embedMemory, isIncomplete, MAX_PASSAGES_AT_ONCE } from './embed-memory.js';
import { embedWithRetry } from './embed-patiently.js';
import type { TextEmbedder } from './text-embedder.js';

/** No content of fewer bytes has more passages than a write embeds. */
const MIN_BYTES = 32 * 1024;

/** Embeds the passages of very long memories that their writes left out. */
export interface VectorCompleter {
  /** Embeds the other passages of this memory later, if its vectors are not complete. */
  note(change: CommittedChange): void;
  /** Resolves when no known memory waits. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts with the memories that the last process left incomplete. One memory at a time is embedded, with bulk
 * priority. A memory is found by its words and by its first passages in the meantime.
 */
export function createVectorCompleter({
  store,
  withTransaction,
  embedder,
  onError,
}: {
  store: MemoryStore;
  withTransaction: WithTransaction;
  embedder: TextEmbedder;
  onError: (error: unknown) => void;
}): VectorCompleter {
  const leaving = new AbortController();
  const { signal } = leaving;
  const waiting = new Set<string>();
  let running = Promise.resolve();
  let isRunning = false;

  function add(memoryIds: readonly string[]): void {
    for (const memoryId of memoryIds) waiting.add(memoryId);
    if (isRunning || waiting.size === 0) return;
    isRunning = true;
    running = run().finally(() => {
      isRunning = false;
    });
  }

  async function run(): Promise<void> {
    for (const memoryId of waiting) {
      if (signal.aborted) return;
      waiting.delete(memoryId);
      await complete(memoryId).catch((error: unknown) => {
        // The next start completes this memory.
        if (!signal.aborted) onError(error);
      });
    }
  }

  async function complete(memoryId: string): Promise<void> {
    const memory = await store.byId(memoryId);
    if (memory === null || splitPassages(memory.content).passages.length <= MAX_PASSAGES_AT_ONCE) return;
    const vectors = await embedWithRetry(
      () => embedMemory(embedder, memory, null, { all: true, priority: 'bulk', signal }),
      () => signal.throwIfAborted(),
    );
    await withTransaction(async (tx) => {
      const [current] = await tx.memories.forUpdate([memoryId]);
      if (current?.content !== memory.content) return;
      await tx.memories.update([{ memory: current, vectors, history: null }]);
    });
  }

  const found = (async () => add(await store.idsWithWindows(MAX_PASSAGES_AT_ONCE, MIN_BYTES)))().catch(
    onError,
  );

  return {
    note({ memory, vectors }) {
      if (vectors?.content.length !== MAX_PASSAGES_AT_ONCE) return;
      const { passages } = splitPassages(memory.content);
      if (isIncomplete(passages.length, vectors.content.length)) add([memory.memoryId]);
    },
    async settled() {
      await found;
      await running;
    },
    async close() {
      leaving.abort(new Error('The service is stopping'));
      await found;
      await running;
    },
  };
}
