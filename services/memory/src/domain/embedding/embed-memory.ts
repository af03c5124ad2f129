import type { MemoryEmbedder } from '../../ports/embedder.js';
import type { Turn } from '../conversation/conversation-tails.js';
import type { MemoryVectors } from '../memory/memory.js';

/** Longer turns speak for themselves, and their embedding is dear: no second vector. In characters. */
const MAX_CONTEXT_TURN = 2_000;
/** Of the previous turn only the end matters to what answers it. */
export const MAX_PREVIOUS = 1_000;

/**
 * The vectors of a memory: its windows, and inside a conversation one of "previous turn, this turn", which is
 * what lets an answer be found by the words of its question.
 */
export async function embedMemory(
  embedder: MemoryEmbedder,
  turn: Turn,
  previous: Turn | null,
): Promise<MemoryVectors> {
  const spoken = withSpeaker(turn);
  if (previous === null || turn.content.length > MAX_CONTEXT_TURN) {
    return { content: await embedder.embed(spoken), context: null };
  }
  const before = withSpeaker({ ...previous, content: previous.content.slice(-MAX_PREVIOUS) });
  const [content, context] = await Promise.all([
    embedder.embed(spoken),
    embedder.embed(`${before}\n${spoken}`),
  ]);
  // Both texts together may pass one window: then the last window, which ends in this turn.
  return { content, context: context.at(-1)! };
}

function withSpeaker({ speaker, content }: Turn): string {
  return speaker === null ? content : `${speaker}: ${content}`;
}
