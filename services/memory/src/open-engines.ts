import type { RemoteCache } from '@anima/service/engines';
import {
  createInProcessPublisher,
  type EventLog,
  type EventPublisher,
  type RelayPosition,
  type ServiceEvent,
} from '@anima/service/events';
import type { OnClose } from '@anima/service/process';
import { loadScaleOut } from '@anima/service/scale-out';
import type { MemoryConfig } from './config.js';
import type { MemoryStore } from './memory/memory-store.js';

export interface EngineOptions {
  config: MemoryConfig;
  store: MemoryStore;
  /** Receives errors of background work. */
  onError: (error: unknown) => void;
  onClose: OnClose;
}

export interface Bus {
  publisher: EventPublisher;
  position: RelayPosition | null;
  /**
   * Wakes the listeners of the event log: the bus, and the log itself, so that they also receive events while
   * the bus is unreachable.
   */
  news: Pick<EventPublisher, 'subscribe'>;
  backend: string;
}

/**
 * Opens the target of committed events: NATS if the settings name a server, otherwise this process. The NATS
 * client is loaded only if it is needed.
 */
export async function openBus(options: EngineOptions & { events: EventLog }): Promise<Bus> {
  const { config, store, events, onError, onClose } = options;
  const { MEMORY_BUS_URL: url } = config;
  if (!url) {
    const publisher = createInProcessPublisher();
    return { publisher, position: null, news: publisher, backend: 'in-process' };
  }
  const { openPublisher } = await loadScaleOut('nats', 'MEMORY_BUS_URL');
  const { databaseId: logId } = await store.generation();
  const server = { setting: 'MEMORY_BUS_URL', url, defaultName: 'anima_memory' };
  const { publisher, position, close } = await openPublisher({ ...server, logId, onError });
  onClose(close);
  const news = {
    subscribe(listener: (batch: readonly ServiceEvent[]) => void) {
      const leaves = [publisher.subscribe(listener), events.follow(() => listener([]))];
      return () => {
        for (const leave of leaves) leave();
      };
    },
  };
  return { publisher, position, news, backend: 'nats' };
}

/** Opens the cache that processes share for speed; null if the settings name no server. */
export async function openSharedCache({
  config,
  store,
  onError,
  onClose,
}: EngineOptions): Promise<RemoteCache | null> {
  const { MEMORY_CACHE_URL: url } = config;
  if (!url) return null;
  const { openRedis } = await loadScaleOut('redis', 'MEMORY_CACHE_URL');
  const { databaseId } = await store.generation();
  const redis = openRedis({ url, prefix: `anima:${databaseId}:`, onError });
  onClose(() => redis.close());
  return redis;
}
