import { embedMemory } from '../embedding/embed-memory.js';
import { embedWithRetry } from '../embedding/embed-patiently.js';
import type { TextEmbedder } from '../embedding/text-embedder.js';
import { conversationKey } from '../memory/conversation/conversation-key.js';
import type { Turn } from '../memory/conversation/latest-turns.js';
import { lastStoredTurn } from '../memory/conversation/latest-turns.js';
import type { MemoryStore } from '../memory/memory-store.js';
import type { MemorySearch } from '../search/memory-search.js';
import type { ImportStage, StagedText } from './archive-store.js';

export interface EmbedStageDependencies {
  store: MemoryStore;
  search: MemorySearch;
  embedder: TextEmbedder;
}

/**
 * Number of texts that are embedded concurrently: enough for four workers, and few enough that a memory
 * stored in the meantime does not wait long.
 */
const IN_FLIGHT = 4;
const TEXTS_A_PAGE = 64;

/** Embeds every text of the stage with bulk priority, so that recalls are embedded first. */
export async function embedStage(
  deps: EmbedStageDependencies,
  stage: ImportStage,
  signal: AbortSignal,
): Promise<void> {
  const texts = allTexts(stage);
  const lane = async () => {
    for await (const text of texts) {
      signal.throwIfAborted();
      const { speaker, content } = text;
      const previous = text.rewritten ? null : (text.previous ?? (await previousHere(deps, text)));
      const vectors = await embedWithRetry(
        () => embedMemory(deps.embedder, { speaker, content }, previous, { signal, priority: 'bulk' }),
        () => signal.throwIfAborted(),
      );
      await stage.setVectors(text.number, vectors);
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: IN_FLIGHT }, lane));
  // All lanes have ended, so no lane writes to the stage after it is closed.
  const failed = lanes.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

async function* allTexts(stage: ImportStage): AsyncGenerator<StagedText> {
  for (let last = 0; ; ) {
    const page = await stage.texts(last, TEXTS_A_PAGE);
    yield* page;
    if (page.length < TEXTS_A_PAGE) return;
    last = page.at(-1)!.number;
  }
}

/**
 * Returns the last stored turn of the conversation, because an archive can continue a conversation of the
 * store.
 */
async function previousHere(deps: EmbedStageDependencies, text: StagedText): Promise<Turn | null> {
  const named = text.projectId === null ? null : await deps.store.project(text.projectId);
  const project = text.projectId === null ? null : (named ?? { projectId: text.projectId });
  const key = conversationKey({ ...text, project });
  return key === null ? null : lastStoredTurn(deps, key);
}
