import { Counter, Gauge, type Registry } from 'prom-client';
import type { ResponseCache } from './domain/cache/response-cache.js';
import type { MemoryDependencies } from './domain/dependencies.js';
import type { OpenedEmbedder } from './open-embedder.js';

/** Metrics of the memory service beside those of HTTP and the process; read when they are scraped. */
export function registerMemoryMetrics(
  registry: Registry,
  { store, agents, questions, clock }: MemoryDependencies,
  embedder: OpenedEmbedder,
  cache: ResponseCache,
): void {
  const registers = [registry];
  new Gauge({
    name: 'anima_memories',
    help: 'Memories stored, by state',
    labelNames: ['state'],
    registers,
    async collect() {
      const { active, archived } = await store.counts(clock());
      this.set({ state: 'active' }, active);
      this.set({ state: 'archived' }, archived);
    },
  });
  new Gauge({
    name: 'anima_agents_connected',
    help: 'Agents heard of within the timeout',
    registers,
    async collect() {
      this.set((await agents.connected()).length);
    },
  });
  new Gauge({
    name: 'anima_embedding_queue',
    help: 'Texts that wait to be embedded',
    registers,
    collect() {
      this.set(embedder.stats().queued);
    },
  });
  new Counter({
    name: 'anima_embeddings_total',
    help: 'Embedding calls answered by the model',
    registers,
    collect() {
      this.reset();
      this.inc(embedder.stats().completed);
    },
  });
  if (embedder.stats().requests !== undefined)
    new Counter({
      name: 'anima_embeddings_server_trouble_total',
      help: 'Requests to the embeddings server that were sent once more, or given up',
      labelNames: ['kind'],
      registers,
      collect() {
        const { retried, failed } = embedder.stats().requests!;
        this.reset();
        this.inc({ kind: 'retried' }, retried);
        this.inc({ kind: 'failed' }, failed);
      },
    });
  new Counter({
    name: 'anima_question_vectors_total',
    help: 'Questions by whether their vector was cached',
    labelNames: ['cached'],
    registers,
    collect() {
      const { hits, misses } = questions.stats();
      this.reset();
      this.inc({ cached: 'yes' }, hits);
      this.inc({ cached: 'no' }, misses);
    },
  });
  new Counter({
    name: 'anima_cache_checks_total',
    help: 'Checks of the semantic cache by whether they hit',
    labelNames: ['hit'],
    registers,
    async collect() {
      const { hits, misses } = await cache.stats();
      this.reset();
      this.inc({ hit: 'yes' }, hits);
      this.inc({ hit: 'no' }, misses);
    },
  });
  new Gauge({
    name: 'anima_cached_responses',
    help: 'Responses in the semantic cache',
    registers,
    async collect() {
      this.set((await cache.stats()).entries);
    },
  });
}
