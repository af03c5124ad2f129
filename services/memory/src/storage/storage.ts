import type { EventLog } from '@anima/service/events';
import type { IdempotencyStore } from '@anima/service/http';
import type { OnClose } from '@anima/service/process';
import type { AgentRegistry } from '../agents/agent-registry.js';
import type { ArchiveStore } from '../archive/archive-store.js';
import type { AuditStore } from '../audit/audit-store.js';
import type { ResponseCacheStore } from '../cache/response-cache-store.js';
import type { ChangeFeed } from '../change-feed.js';
import type { MemoryConfig } from '../config.js';
import type { TextEmbedder } from '../embedding/text-embedder.js';
import type { MemoryStore } from '../memory/memory-store.js';
import type { JudgementStore } from '../relations/judgement-store.js';
import type { RelationStore } from '../relations/relation-store.js';
import type { MemorySearch } from '../search/memory-search.js';
import type { WithTransaction } from './transaction.js';

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
