import type { RemoteCache } from '@anima/service/engines';
import type { EventLog, EventPublisher } from '@anima/service/events';
import type { ResponseCache } from '../cache/response-cache.js';
import type { MemoryDependencies } from '../memory/memory-dependencies.js';
import type { MemoryStore } from '../memory/memory-store.js';
import type { MemorySearch } from '../search/memory-search.js';

type ComponentName = 'database' | 'vector_index' | 'cache' | 'message_bus' | 'model_runtime';

export interface ComponentParts {
  events: EventLog;
  publisher: EventPublisher;
  cache: ResponseCache;
  /** Null if the settings name no shared cache. */
  sharedCache: RemoteCache | null;
  /** Names of the engines that store or run the components. */
  backends: { database: string; search: string; bus: string; runtime: string };
}

export type MemoryComponents = Record<ComponentName, Component> & Partial<Record<'shared_cache', Component>>;

/** Returns the components of GET /status, each with a probe that does a little of its work. */
export function memoryComponents(
  {
    store,
    search,
    embedder,
    calibration,
    clock,
  }: Pick<MemoryDependencies, 'store' | 'search' | 'embedder' | 'calibration' | 'clock'>,
  { events, publisher, cache, sharedCache, backends }: ComponentParts,
): MemoryComponents {
  return {
    database: {
      backend: backends.database,
      probe: async () => {
        const { memories, changeSeq } = await store.generation();
        return `${memories} memories, ${changeSeq} changes`;
      },
    },
    vector_index: {
      backend: backends.search,
      probe: () => probeSearch(store, search, clock()),
    },
    cache: { backend: backends.database, probe: async () => `${await cache.probe()} responses` },
    message_bus: {
      backend: backends.bus,
      probe: async () => {
        await publisher.probe();
        return `${await events.latestId()} events so far`;
      },
    },
    model_runtime: {
      backend: backends.runtime,
      probe: async () => {
        await embedder.probe();
        const made = `${embedder.model.name}, ${embedder.dimensions} dimensions`;
        return calibration === null ? `${made}, uncalibrated: the same words only count as the same` : made;
      },
    },
    ...(sharedCache && {
      shared_cache: {
        backend: 'redis',
        probe: async () => {
          await sharedCache.probe();
          return 'responses of repeated writes, heartbeats, query embeddings';
        },
      },
    }),
  };
}

/** The search must contain all memories of the store, and answer a filter. */
async function probeSearch(store: MemoryStore, search: MemorySearch, now: number): Promise<string> {
  const { memories, changeSeq } = await store.generation();
  const held = await search.holds();
  if (held.changeSeq < changeSeq)
    throw new Error(`contains ${held.changeSeq} changes, the database ${changeSeq}`);
  // A later change that occurred in between can have added memories.
  if (held.changeSeq === changeSeq && held.memories !== memories)
    throw new Error(`contains ${held.memories} memories, the database ${memories}`);
  const { total } = await search.count({}, now);
  return `${total} active memories`;
}

/** A part of the service that can be up or down independently. */
export interface Component {
  backend: string;
  /** Does a little of the work. Resolves to a detail for the status; rejects if the component is down. */
  probe(): Promise<string> | string;
}

export interface ComponentStatus {
  status: 'ok' | 'down';
  backend: string;
  latencyMs: number;
  detail: string;
}

const PROBE_TIMEOUT_MS = 2_000;

/** Probes all components concurrently. A component that hangs is down. Never throws. */
export async function probeComponents<Components extends Partial<Record<string, Component>>>(
  components: Components,
): Promise<{ [Name in keyof Components]: ComponentStatus }> {
  const probed = Object.entries(components).map(
    async ([name, component]) => component && ([name, await probeComponent(component)] as const),
  );
  const statuses = (await Promise.all(probed)).filter((entry) => entry !== undefined);
  return Object.fromEntries(statuses) as { [Name in keyof Components]: ComponentStatus };
}

async function probeComponent({ backend, probe }: Component): Promise<ComponentStatus> {
  const started = performance.now();
  const latencyMs = () => Math.round((performance.now() - started) * 100) / 100;
  let timer: NodeJS.Timeout | undefined;
  try {
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`no response within ${PROBE_TIMEOUT_MS} ms`)),
        PROBE_TIMEOUT_MS,
      );
    });
    const detail = await Promise.race([Promise.resolve().then(probe), timeout]);
    return { status: 'ok', backend, latencyMs: latencyMs(), detail };
  } catch (error) {
    return { status: 'down', backend, latencyMs: latencyMs(), detail: (error as Error).message };
  } finally {
    clearTimeout(timer);
  }
}
