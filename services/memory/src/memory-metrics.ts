import { Counter, Gauge, type Registry } from 'prom-client';
import type { ResponseCache } from './cache/response-cache.js';
import type { MemoryDependencies } from './memory/memory-dependencies.js';
import type { OpenedEmbedder } from './open-embedder.js';

/** A value by label value, or without a label under the key ''. */
type Values = Readonly<Record<string, number>>;

/** Registers the metrics of the memory service. They are read on each scrape. */
export function registerMemoryMetrics(
  registry: Registry,
  { store, agents, questions, clock }: MemoryDependencies,
  embedder: OpenedEmbedder,
  cache: ResponseCache,
): void {
  function register(
    Metric: typeof Counter | typeof Gauge,
    name: string,
    help: string,
    read: () => Values | Promise<Values>,
    label?: string,
  ): void {
    new Metric({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      async collect() {
        const values = Object.entries(await read());
        this.reset();
        for (const [value, amount] of values) this.inc(label === undefined ? {} : { [label]: value }, amount);
      },
    });
  }

  register(
    Gauge,
    'anima_memories',
    'Stored memories by state',
    async () => {
      const { active, archived } = await store.counts(clock());
      return { active, archived };
    },
    'state',
  );
  register(Gauge, 'anima_agents_connected', 'Connected agents', async () => ({
    '': (await agents.connected()).length,
  }));
  register(Gauge, 'anima_embedding_queue', 'Texts in the embedding queue', () => ({
    '': embedder.stats().queued,
  }));
  register(Counter, 'anima_embeddings_total', 'Embedding calls that the model completed', () => ({
    '': embedder.stats().completed,
  }));
  if (embedder.stats().requests !== undefined)
    register(
      Counter,
      'anima_embeddings_server_trouble_total',
      'Requests to the embeddings server that were retried or that failed',
      () => embedder.stats().requests!,
      'kind',
    );
  register(
    Counter,
    'anima_question_vectors_total',
    'Query embeddings by whether they were cached',
    () => {
      const { hits, misses } = questions.stats();
      return { yes: hits, no: misses };
    },
    'cached',
  );
  register(
    Counter,
    'anima_cache_checks_total',
    'Checks of the semantic cache by whether they were a hit',
    async () => {
      const { hits, misses } = await cache.stats();
      return { yes: hits, no: misses };
    },
    'hit',
  );
  register(Gauge, 'anima_cached_responses', 'Responses in the semantic cache', async () => ({
    '': (await cache.stats()).entries,
  }));
}
