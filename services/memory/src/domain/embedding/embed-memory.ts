import type { EmbedOptions, TextEmbedder } from '../../ports/text-embedder.js';
import type { Turn } from '../conversation/conversation-tails.js';
import type { MemoryVectors } from '../memory/memory.js';

/** Longer turns speak for themselves, and their embedding is dear: no second vector. In characters. */
const MAX_CONTEXT_TURN = 2_000;
/** Of the previous turn only the end matters to what answers it. */
export const MAX_PREVIOUS = 1_000;

/** A turn, or a memory alone, and what was said before it in its conversation. */
export interface SpokenTurn {
  turn: Turn;
  previous: Turn | null;
}

/**
 * The vectors of each memory, in order: its windows, and inside a conversation one of "previous turn, this turn", which is
 * what lets an answer be found by the words of its question.
 */
export async function embedMemories(
  embedder: TextEmbedder,
  turns: readonly SpokenTurn[],
  options: EmbedOptions = {},
): Promise<MemoryVectors[]> {
  const texts = turns.map(textsOf);
  const embedded = (await embedder.embed(texts.flat(), options)).values();
  return texts.map(({ length }) => {
    const content = embedded.next().value!;
    // Both texts together may pass one window: then the last window, which ends in this turn.
    return { content, context: length === 1 ? null : embedded.next().value!.at(-1)! };
  });
}

export async function embedMemory(
  embedder: TextEmbedder,
  turn: Turn,
  previous: Turn | null,
  options?: EmbedOptions,
): Promise<MemoryVectors> {
  const [vectors] = await embedMemories(embedder, [{ turn, previous }], options);
  return vectors!;
}

function textsOf({ turn, previous }: SpokenTurn): string[] {
  const spoken = withSpeaker(turn);
  if (previous === null || turn.content.length > MAX_CONTEXT_TURN) return [spoken];
  const before = withSpeaker({ ...previous, content: previous.content.slice(-MAX_PREVIOUS) });
  return [spoken, `${before}\n${spoken}`];
}

function withSpeaker({ speaker, content }: Turn): string {
  return speaker === null ? content : `${speaker}: ${content}`;
}
