import type { EventLog } from '@anima/service/events';
import type { IdempotencyStore } from '@anima/service/http';
import type { OnClose } from '@anima/service/process';
import type { ChangeFeed } from './change-feed.js';
import type { MemoryConfig } from './config.js';
import type { AgentRegistry } from './ports/agent-registry.js';
import type { ArchiveStore } from './ports/archive-store.js';
import type { AuditStore } from './ports/audit-store.js';
import type { JudgementStore } from './ports/judgement-store.js';
import type { MemorySearch } from './ports/memory-search.js';
import type { MemoryStore } from './ports/memory-store.js';
import type { RelationStore } from './ports/relation-store.js';
import type { ResponseCacheStore } from './ports/response-cache-store.js';
import type { TextEmbedder } from './ports/text-embedder.js';
import type { WithTransaction } from './ports/transaction.js';

/** Ports that one database implements. */
export interface Storage {
  /** Whether other processes can write to the database. */
  isShared: boolean;
  store: MemoryStore;
  withTransaction: WithTransaction;
  follow: ChangeFeed['follow'];
  events: EventLog;
  idempotency: IdempotencyStore;
  agents: AgentRegistry;
  relations: RelationStore;
  audits: AuditStore;
  responses: ResponseCacheStore;
  judgements: JudgementStore;
  archives: ArchiveStore;
  /** Search of the database; null if an index in RAM follows the store. */
  search: MemorySearch | null;
}

export interface StorageOptions {
  config: MemoryConfig;
  /** Embedder whose vectors the storage contains. */
  embedder: TextEmbedder;
  clock: () => number;
  /** Receives errors that occur after a write is durable. */
  onError: (error: unknown) => void;
  onClose: OnClose;
}

export type OpenStorage = (options: StorageOptions) => Promise<Storage>;
