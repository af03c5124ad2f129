import type { ImportStage, StagedText } from '../../ports/archive-store.js';
import type { MemorySearch } from '../../ports/memory-search.js';
import type { MemoryStore } from '../../ports/memory-store.js';
import type { TextEmbedder } from '../../ports/text-embedder.js';
import { conversationKey } from '../conversation/conversation-key.js';
import type { Turn } from '../conversation/conversation-tails.js';
import { lastStoredTurn } from '../conversation/last-turn.js';
import { embedMemory } from '../embedding/embed-memory.js';
import { embedWithRetry } from '../embedding/embed-patiently.js';

export interface EmbedStageDependencies {
  store: MemoryStore;
  search: MemorySearch;
  embedder: TextEmbedder;
}

/** Texts under way: enough for four workers, and a memory that is stored meanwhile waits for few of them. */
const IN_FLIGHT = 4;
const TEXTS_A_PAGE = 64;

/** Embeds every text of the stage. Recalls go first by themselves. */
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
  // All have ended: nobody writes to the stage any more when it is closed.
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

/** An archive may go on with a conversation that is here already. */
async function previousHere(deps: EmbedStageDependencies, text: StagedText): Promise<Turn | null> {
  const named = text.projectId === null ? null : await deps.store.project(text.projectId);
  const project = text.projectId === null ? null : (named ?? { projectId: text.projectId });
  const key = conversationKey({ ...text, project });
  return key === null ? null : lastStoredTurn(deps, key);
}
