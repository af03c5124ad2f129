import type { RemoteCache } from '@anima/service/engines';
import { createInProcessPublisher, type EventPublisher, type RelayPosition } from '@anima/service/events';
import type { OnClose } from '@anima/service/process';
import type { MemoryConfig } from './config.js';
import type { MemoryStore } from './ports/memory-store.js';

export interface EngineOptions {
  config: MemoryConfig;
  store: MemoryStore;
  /** Told of what fails behind a call. */
  onError: (error: unknown) => void;
  onClose: OnClose;
}

/** Where committed events go: NATS where the settings name a server, else within this process. Its client is loaded only then. */
export async function openBus(
  options: EngineOptions,
): Promise<{ publisher: EventPublisher; position: RelayPosition | null; backend: string }> {
  const { config, store, onError, onClose } = options;
  const { MEMORY_BUS_URL: url } = config;
  if (!url) return { publisher: createInProcessPublisher(), position: null, backend: 'in-process' };
  const { openNatsPublisher, readBusAddress } = await import('@anima/service/nats');
  const address = readBusAddress('MEMORY_BUS_URL', url, 'anima_memory');
  const { databaseId: logId } = await store.generation();
  const { publisher, position, close } = await openNatsPublisher({ address, logId, onError });
  onClose(close);
  return { publisher, position, backend: 'nats' };
}

/** What processes share to be faster; null where the settings name no server. */
export async function openSharedCache({
  config,
  store,
  onError,
  onClose,
}: EngineOptions): Promise<RemoteCache | null> {
  const { MEMORY_CACHE_URL: url } = config;
  if (!url) return null;
  const { openRedis } = await import('@anima/service/redis');
  const { databaseId } = await store.generation();
  const redis = openRedis({ url, prefix: `anima:${databaseId}:`, onError });
  onClose(() => redis.close());
  return redis;
}
