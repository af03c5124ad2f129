import type { Turn } from '../memory/conversation/latest-turns.js';
import type { MemoryVectors } from '../memory/memory.js';
import type { EmbedOptions, TextEmbedder } from './text-embedder.js';

/** In characters. Longer turns have enough context of their own, and get no second vector. */
const MAX_CONTEXT_TURN = 2_000;
/** In characters. Only the end of the previous turn matters for its answer. */
export const MAX_PREVIOUS = 1_000;

/** A turn, or a memory without a conversation, and the previous turn of its conversation. */
export interface SpokenTurn {
  turn: Turn;
  previous: Turn | null;
}

/**
 * Returns the vectors of each memory in order: one per window, and inside a conversation one of "previous
 * turn, this turn", which allows an answer to be found by the words of its question.
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
    // If both texts do not fit into one window, the last window is used, which ends in this turn.
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
