import type { Postgres } from '@anima/service/postgres';
import type { ResponseCacheStore } from '../../cache/response-cache-store.js';
import type { TextEmbedder } from '../../embedding/text-embedder.js';
import type { MemorySearch } from '../../search/memory-search.js';
import { assertVectorModel, readVectorModel } from './settle-vectors.js';

/**
 * Rejects similarity searches of this process as soon as the stored vectors belong to another model, which
 * another process has put into use. Cosines between vectors of two models have no meaning.
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
  // A change before this process started to listen was not notified, so this reads the model.
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
