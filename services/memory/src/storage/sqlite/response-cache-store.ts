import type { EventOutbox } from '@anima/service/events';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { cacheCleared, cacheEvicted, cacheStored } from '../../cache/cache-events.js';
import type {
  NewCachedResponse,
  ResponseCacheStore,
  StoredResponse,
  UseCounts,
} from '../../cache/response-cache-store.js';
import { createQuestionDirectory, type StoredQuestion } from '../ram/question-directory.js';
import type { GroupCommit } from './group-commit.js';
import { vectorsFromBlobs, vectorsToBlob } from './memory-row.js';

interface EntryRow {
  entry_key: number;
  model: string;
  context_depth: number;
  context: string;
  vector: Uint8Array;
  bytes: number;
  created_at: number;
  expires_at: number;
}

interface ResponseRow {
  entry_key: number;
  model: string;
  context_depth: number;
  context: string;
  query: string;
  response: string;
  created_at: number;
  expires_at: number;
}

interface TextsRow {
  entry_key: number;
  query: string;
  response: string;
  conversation_id: string | null;
}

/** Number of responses whose texts are searched at once. */
const TEXTS_A_PAGE = 50;

const RESPONSE = 'entry_key, model, context_depth, context, query, response, created_at, expires_at';

/**
 * Creates a cache with the responses in SQLite. The vectors of their questions are also in RAM, for
 * similarity search and to choose evictions.
 */
export function createSqliteResponseCacheStore(options: {
  db: DatabaseSyncInstance;
  /** A connection that sees committed data only. */
  reads: DatabaseSyncInstance;
  commits: GroupCommit;
  events: EventOutbox;
  dimensions: number;
}): ResponseCacheStore {
  const { db, reads, commits, events, dimensions } = options;
  const selectAll = reads.prepare(`
    SELECT entry_key, model, context_depth, context, vector, bytes, created_at, expires_at FROM cached_responses
    ORDER BY last_used_at, entry_key`);
  const selectSame = reads.prepare(
    `SELECT ${RESPONSE} FROM cached_responses WHERE model = ? AND context_depth = ? AND context = ? AND query = ?`,
  );
  const selectResponse = reads.prepare(`SELECT ${RESPONSE} FROM cached_responses WHERE entry_key = ?`);
  const selectCounters = reads.prepare('SELECT * FROM cache_counters');
  const selectCount = reads.prepare('SELECT count(*) AS entries FROM cached_responses');
  const selectKey = db.prepare(
    'SELECT entry_key FROM cached_responses WHERE model = ? AND context_depth = ? AND context = ? AND query = ?',
  );
  const upsert = db.prepare(`
    INSERT INTO cached_responses
      (model, context_depth, context, query, response, vector, bytes, created_at, expires_at, last_used_at, conversation_id)
    VALUES (:model, :depth, :context, :query, :response, :vector, :bytes, :created, :expires, :created, :conversation)
    ON CONFLICT (model, context_depth, context, query) DO UPDATE SET response = :response, bytes = :bytes,
      conversation_id = :conversation, created_at = :created, expires_at = :expires, last_used_at = :created
    RETURNING entry_key`);
  // The times identify the response: an entry that was replaced in the meantime stays.
  const deleteEntry = db.prepare(
    'DELETE FROM cached_responses WHERE entry_key = ? AND created_at = ? AND expires_at = ?',
  );
  const deleteAll = db.prepare(
    'DELETE FROM cached_responses WHERE :model IS NULL OR model = :model RETURNING entry_key',
  );
  const deleteByKey = db.prepare('DELETE FROM cached_responses WHERE entry_key = ?');
  const selectTexts = reads.prepare(
    'SELECT entry_key, query, response, conversation_id FROM cached_responses WHERE entry_key > ? ORDER BY entry_key LIMIT ?',
  );
  const touch = db.prepare(
    'UPDATE cached_responses SET last_used_at = max(last_used_at, ?) WHERE entry_key = ?',
  );
  const count = db.prepare(`
    INSERT INTO cache_counters (model, hits, misses, evictions) VALUES (:model, :hits, :misses, :evictions)
    ON CONFLICT (model) DO UPDATE SET hits = hits + :hits, misses = misses + :misses,
      evictions = evictions + :evictions`);

  const directory = createQuestionDirectory(dimensions);
  for (const row of selectAll.iterate() as Iterable<EntryRow>) {
    directory.put({
      key: row.entry_key,
      model: row.model,
      contextDepth: row.context_depth,
      context: row.context,
      vector: vectorsFromBlobs(row.vector, null, dimensions).content[0]!,
      bytes: row.bytes,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    });
  }

  function live(row: unknown, now: number): StoredResponse | null {
    if (row === undefined || (row as ResponseRow).expires_at <= now) return null;
    const { entry_key, context_depth, created_at, expires_at, ...same } = row as ResponseRow;
    return {
      ...same,
      key: entry_key,
      contextDepth: context_depth,
      createdAt: created_at,
      expiresAt: expires_at,
    };
  }

  /**
   * Removes the chosen responses. Calls `choose` again inside the transaction, because only there no other
   * transaction can remove the same responses.
   */
  async function giveUp(choose: () => readonly StoredQuestion[]): Promise<void> {
    if (choose().length === 0) return;
    await commits.run((afterCommit) => {
      const gone = choose().filter(
        ({ key, createdAt, expiresAt }) => deleteEntry.run(key, createdAt, expiresAt).changes > 0,
      );
      const evicted = new Map<string, number>();
      for (const { model } of gone) evicted.set(model, (evicted.get(model) ?? 0) + 1);
      const news = Array.from(evicted, ([model, evictions]) => {
        count.run({ model, hits: 0, misses: 0, evictions });
        return events.record(...cacheEvicted(model, evictions));
      });
      afterCommit(() => {
        for (const { key } of gone) directory.remove(key);
        events.announce(news);
      });
    });
  }

  return {
    find: ({ model, contextDepth, context }, query, now) =>
      live(selectSame.get(model, contextDepth, context, query), now),

    nearest: (scope, vector, { now, limit, minimum }) =>
      directory.nearest(scope, vector, { now, limit, minimum }).flatMap(({ key, cosine }) => {
        const response = live(selectResponse.get(key), now);
        return response === null ? [] : [{ ...response, cosine }];
      }),

    put(entry) {
      return commits.run((afterCommit) => {
        const { model, contextDepth, context, query } = entry;
        const replaced = selectKey.get(model, contextDepth, context, query) !== undefined;
        const { entry_key: key } = upsert.get({
          model,
          depth: contextDepth,
          context,
          query,
          response: entry.response,
          vector: vectorsToBlob([entry.vector]),
          bytes: entry.bytes,
          created: entry.createdAt,
          expires: entry.expiresAt,
          conversation: entry.conversationId ?? null,
        }) as { entry_key: number };
        const event = events.record(...cacheStored(entry, replaced));
        afterCommit(() => {
          directory.put({ ...withoutTexts(entry), key });
          events.announce([event]);
        });
        return { replaced };
      });
    },

    async makeRoom({ most, left }, now) {
      const isFull = () => directory.size > most.entries || directory.bytes > most.bytes;
      if (isFull()) await giveUp(() => directory.surplus(now, left));
      // The chosen responses may have been replaced and therefore kept, so this chooses again.
      if (isFull()) await giveUp(() => directory.surplus(now, left));
    },

    dropExpired: (now) => giveUp(() => directory.expired(now)),

    clear(model) {
      return commits.run((afterCommit) => {
        const rows = deleteAll.all({ model }) as { entry_key: number }[];
        const event = events.record(...cacheCleared(model, rows.length));
        afterCommit(() => {
          for (const { entry_key } of rows) directory.remove(entry_key);
          events.announce([event]);
        });
        return rows.length;
      });
    },

    async removeMentions({ texts, conversations }) {
      const found: number[] = [];
      for (let last = 0; ; ) {
        const page = selectTexts.all(last, TEXTS_A_PAGE) as unknown as TextsRow[];
        for (const { entry_key, query, response, conversation_id } of page)
          if (
            (conversation_id !== null && conversations.includes(conversation_id)) ||
            texts.some((text) => response.includes(text) || query.includes(text))
          )
            found.push(entry_key);
        if (page.length < TEXTS_A_PAGE) break;
        last = page.at(-1)!.entry_key;
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (found.length === 0) return 0;
      return commits.run((afterCommit) => {
        for (const key of found) deleteByKey.run(key);
        afterCommit(() => {
          for (const key of found) directory.remove(key);
        });
        return found.length;
      });
    },

    used: (key) => directory.use(key),

    async noteUse(uses, counts) {
      await commits.run(() => {
        for (const { key, at } of uses) touch.run(at, key);
        for (const [model, { hits, misses }] of counts) count.run({ model, hits, misses, evictions: 0 });
      });
    },

    sizes: (now) => directory.byModel(now),

    counters() {
      const rows = selectCounters.all() as unknown as (UseCounts & { model: string; evictions: number })[];
      return new Map(rows.map(({ model, hits, misses, evictions }) => [model, { hits, misses, evictions }]));
    },

    probe() {
      const { entries } = selectCount.get() as { entries: number };
      if (entries !== directory.size)
        throw new Error(`RAM knows ${directory.size} responses, the store ${entries}`);
      return entries;
    },
  };
}

function withoutTexts({ query: _, response: __, ...rest }: NewCachedResponse) {
  return rest;
}
