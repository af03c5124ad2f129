import type { ImportStage, StagedText } from '../../ports/archive-store.js';
import type { MemoryStore } from '../../ports/memory-store.js';
import type { TextEmbedder } from '../../ports/text-embedder.js';
import type { Turn } from '../conversation/conversation-tails.js';
import { embedMemory } from '../embedding/embed-memory.js';
import { embedPatiently } from '../embedding/embed-patiently.js';
import { conversationKey, lastStoredTurn } from '../indexing/index-entry.js';
import type { MemoryIndex } from '../retrieval/index/memory-index.js';

export interface EmbedStageDependencies {
  store: MemoryStore;
  index: MemoryIndex;
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
    for (const text of texts) {
      signal.throwIfAborted();
      const { speaker, content } = text;
      const previous = text.rewritten ? null : (text.previous ?? previousHere(deps, text));
      const vectors = await embedPatiently(
        () => embedMemory(deps.embedder, { speaker, content }, previous, { signal }),
        () => signal.throwIfAborted(),
      );
      stage.setVectors(text.number, vectors);
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: IN_FLIGHT }, lane));
  // All have ended: nobody writes to the stage any more when it is closed.
  const failed = lanes.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

function* allTexts(stage: ImportStage): Generator<StagedText> {
  for (let last = 0; ; ) {
    const page = stage.texts(last, TEXTS_A_PAGE);
    yield* page;
    if (page.length < TEXTS_A_PAGE) return;
    last = page.at(-1)!.number;
  }
}

/** An archive may go on with a conversation that is here already. */
function previousHere({ store, index }: EmbedStageDependencies, text: StagedText): Turn | null {
  const named = text.projectId === null ? null : store.project(text.projectId);
  const project = text.projectId === null ? null : (named ?? { projectId: text.projectId });
  const key = conversationKey({ ...text, project });
  return key === null ? null : lastStoredTurn(store, index, key);
}
