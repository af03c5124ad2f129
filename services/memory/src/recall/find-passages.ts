import type { Memory } from '../memory/memory.js';
import type { MemoryDependencies } from '../memory/memory-dependencies.js';
import { isLong } from '../text/split-passages.js';
import { choosePassage, MAX_READ, type Passage, queryTerms } from './choose-passage.js';

/** Returns the matching passages of long memories by key. The event loop is free between two memories. */
export async function findPassages(
  { search, questions }: Pick<MemoryDependencies, 'search' | 'questions'>,
  query: string,
  memories: readonly Pick<Memory, 'key' | 'content'>[],
): Promise<ReadonlyMap<number, Passage>> {
  const passages = new Map<number, Passage>();
  const long = memories.filter(({ content }) => isLong(content));
  if (long.length === 0) return passages;
  const keys = long.map(({ key }) => key);
  const cosines = await search.windowCosines(await questions.of(query), keys);
  const terms = queryTerms(query);
  let unread = MAX_READ_OF_RESPONSE;
  for (const { key, content } of long) {
    const maxRead = Math.min(MAX_READ, Math.max(MIN_READ, unread));
    unread -= Math.min(content.length, maxRead);
    passages.set(key, choosePassage(content, terms, cosines.get(key) ?? [], maxRead));
    if (content.length > YIELD_LENGTH) await new Promise((resolve) => setImmediate(resolve));
  }
  return passages;
}

/**
 * Number of characters in which words are searched: of all memories of a response together, and of one memory
 * when that limit is reached.
 */
const MAX_READ_OF_RESPONSE = 1_000_000;
const MIN_READ = 10_000;

/** In characters, about 1 ms. */
const YIELD_LENGTH = 20_000;
