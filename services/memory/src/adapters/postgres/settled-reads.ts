import type { Postgres } from '@anima/service/postgres';
import type { MemorySearch } from '../../ports/memory-search.js';
import type { ResponseCacheStore } from '../../ports/response-cache-store.js';
import type { TextEmbedder } from '../../ports/text-embedder.js';
import { assertVectorModel, readVectorModel } from './settle-vectors.js';

/**
 * What compares vectors of this process with those of the database refuses as soon as these are of another model, which a process that
 * was started with that one has put into use: to compare the two would answer nonsense.
 */
export interface ModelCheckedReads {
  search(search: MemorySearch): MemorySearch;
  responses(responses: ResponseCacheStore): ResponseCacheStore;
}

export async function watchVectorModel(
  db: Postgres,
  embedder: TextEmbedder,
  onError: (error: unknown) => void,
): Promise<ModelCheckedReads> {
  let assertComparable = () => {};
  async function look(): Promise<void> {
    const made = await readVectorModel(db);
    assertComparable = () => assertVectorModel(made, embedder);
  }
  await db.listen('anima_vector_model', () => void look().catch(onError));
  // A change between settling and listening was told to nobody.
  await look();

  function whereComparable<Arguments extends unknown[], Answer>(ask: (...given: Arguments) => Answer) {
    return (...given: Arguments): Answer => {
      assertComparable();
      return ask(...given);
    };
  }
  return {
    search: (search) => ({
      ...search,
      rank: whereComparable(search.rank),
      nearest: whereComparable(search.nearest),
      nearPairs: whereComparable(search.nearPairs),
    }),
    responses: (responses) => ({ ...responses, nearest: whereComparable(responses.nearest) }),
  };
}
