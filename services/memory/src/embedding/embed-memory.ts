import type { Turn } from '../memory/conversation/latest-turns.js';
import type { MemoryVectors } from '../memory/memory.js';
import { splitPassages } from '../text/split-passages.js';
import { meanDirection } from './question-vectors.js';
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
 * Number of passages, at least 64 KiB of usual text, that a write embeds before it is durable. complete-vectors.ts embeds the
 * others afterwards.
 */
export const MAX_PASSAGES_AT_ONCE = 256;

/** Returns whether the vectors of these passages are not complete yet. */
export const isIncomplete = (passages: number, vectors: number): boolean =>
  vectors === MAX_PASSAGES_AT_ONCE && passages > vectors;

export interface EmbedMemoryOptions extends EmbedOptions {
  /** Embeds all passages of a long content. */
  all?: boolean;
}

/** Maximum number of texts of one call, so that a long memory does not fill the queue of the embedder. */
const MAX_TEXTS = 128;

/**
 * Returns the vectors of each memory in order: one per passage of a long content (see split-passages.ts), one
 * per window of another content, and inside a conversation one of "previous turn, this turn", which allows an
 * answer to be found by the words of its question.
 */
export async function embedMemories(
  embedder: TextEmbedder,
  turns: readonly SpokenTurn[],
  { all: embedsAll = false, ...options }: EmbedMemoryOptions = {},
): Promise<MemoryVectors[]> {
  const texts = turns.map((turn) =>
    textsOf(turn, embedsAll ? Number.POSITIVE_INFINITY : MAX_PASSAGES_AT_ONCE),
  );
  const all = texts.flatMap(({ passages, context }) =>
    context === null ? passages : [...passages, context],
  );
  // Logs and tables repeat passages.
  const unique = [...new Set(all)];
  const embedded = new Map<string, readonly Float32Array[]>();
  for (let from = 0; from < unique.length; from += MAX_TEXTS) {
    const batch = unique.slice(from, from + MAX_TEXTS);
    const windows = await embedder.embed(batch, options);
    for (const [at, text] of batch.entries()) embedded.set(text, windows[at]!);
  }
  return texts.map(({ passages, context }) => {
    const windows = passages.map((text) => embedded.get(text)!);
    return {
      content: windows.length === 1 ? windows[0]! : windows.map(meanDirection),
      // If both texts do not fit into one window, the last window is used, which ends in this turn.
      context: context === null ? null : embedded.get(context)!.at(-1)!,
    };
  });
}

export async function embedMemory(
  embedder: TextEmbedder,
  turn: Turn,
  previous: Turn | null,
  options?: EmbedMemoryOptions,
): Promise<MemoryVectors> {
  const [vectors] = await embedMemories(embedder, [{ turn, previous }], options);
  return vectors!;
}

function textsOf(
  { turn, previous }: SpokenTurn,
  maxPassages: number,
): { passages: string[]; context: string | null } {
  const { content } = turn;
  const passages = splitPassages(content)
    .passages.slice(0, maxPassages)
    .map(({ start, end }) => withSpeaker({ ...turn, content: content.slice(start, end) }));
  if (previous === null || content.length > MAX_CONTEXT_TURN) return { passages, context: null };
  const before = withSpeaker({ ...previous, content: previous.content.slice(-MAX_PREVIOUS) });
  return { passages, context: `${before}\n${withSpeaker(turn)}` };
}

function withSpeaker({ speaker, content }: Turn): string {
  return speaker === null ? content : `${speaker}: ${content}`;
}
