import { createHash } from 'node:crypto';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { AppError } from '@anima/service/errors';
import type { IdempotencyStore } from '@anima/service/idempotency';
import pLimit from 'p-limit';
import { uuidv7 } from 'uuidv7';
import type { ResponseCacheStore } from '../cache/response-cache-store.js';
import { conversationKey } from '../memory/conversation/conversation-key.js';
import type { Memory } from '../memory/memory.js';
import type { MemoryDependencies } from '../memory/memory-dependencies.js';
import { writeChanges } from '../memory/write-memories.js';
import { type MemoryFilter, toSearchFilter } from '../recall/filter.js';
import type { Transaction } from '../storage/transaction.js';
import type { ErasureStore, UnfinishedErasure, WrittenArchive } from './erasure-store.js';

/** Maximum number of memories that one call erases. */
export const MAX_ERASED = 10_000;
/** Number of memories that one transaction removes, which limits the waiting time of other writes. */
const BATCH = 50;
/** Shorter contents are not searched in cached responses, because they occur everywhere. */
const MIN_QUOTE_LENGTH = 8;

export interface ErasureDependencies extends MemoryDependencies {
  erasures: ErasureStore;
  responses: Pick<ResponseCacheStore, 'removeMentions'>;
  idempotency: Pick<IdempotencyStore, 'redact'>;
  /** Runs work while no archive is written or read, because a snapshot keeps removed rows. */
  withoutArchives: <T>(work: () => Promise<T>) => Promise<T>;
  /** Writes the search index to its file again, without removed memories. */
  rewriteIndex: () => Promise<void>;
}

export interface EraseFilter extends MemoryFilter {
  conversationId?: string;
}

export interface EraseCommand {
  target: { memoryIds: readonly string[] } | { filter: EraseFilter };
  reason: string | null;
  agentId: string;
}

/** Why a memory is erased: it was named, or it contains the text of a named memory. */
export type ErasureCause = 'named' | 'merged_from_named' | 'source_of_named';

export interface ErasurePlan {
  memories: { memoryId: string; cause: ErasureCause }[];
  /** Ids that no memory has and that were not erased before. */
  unknown: string[];
  /** Other sources of erased merged memories. They become active again, so that their facts stay. */
  restored: string[];
  archives: WrittenArchive[];
}

export interface Erased extends ErasurePlan {
  receiptId: string;
  at: number;
  sha256: string;
}

/** Permanent removal of memories; one erasure runs at a time. */
export interface Erasures {
  plan(command: EraseCommand): Promise<ErasurePlan>;
  erase(command: EraseCommand): Promise<Erased>;
  /** Finishes the erasures that earlier processes have begun. */
  resume(): Promise<number>;
  close(): Promise<void>;
}

export function createErasures(deps: ErasureDependencies): Erasures {
  const turn = pLimit(1);
  const stopping = new AbortController();
  const { signal } = stopping;
  const inTurn = <T>(work: () => Promise<T>) =>
    turn(() => {
      signal.throwIfAborted();
      return deps.withoutArchives(work);
    });

  async function finishEarlier(): Promise<number> {
    const unfinished = await deps.erasures.unfinished();
    for (const erasure of unfinished) await carryOut(deps, erasure, signal);
    return unfinished.length;
  }

  async function erase(command: EraseCommand): Promise<Erased> {
    await finishEarlier();
    const plan = await planErasure(deps, command);
    const erasure = {
      receiptId: uuidv7(),
      agentId: command.agentId,
      reason: command.reason,
      at: deps.clock(),
    };
    const ids = plan.memories.map(({ memoryId }) => memoryId);
    await deps.withTransaction((tx) => tx.erasures.begin(erasure, ids));
    const sha256 = await carryOut(deps, erasure, signal);
    return { ...plan, receiptId: erasure.receiptId, at: erasure.at, sha256 };
  }

  return {
    plan: (command) => planErasure(deps, command),
    erase: (command) => inTurn(() => erase(command)),
    resume: () => inTurn(finishEarlier),
    async close() {
      stopping.abort(
        new AppError('unavailable', 'The service is stopping: the next start finishes a started erasure'),
      );
      await turn(() => {});
    },
  };
}

/** Lists what an erasure removes. Changes nothing. */
async function planErasure(deps: ErasureDependencies, { target }: EraseCommand): Promise<ErasurePlan> {
  const { erasures, store } = deps;
  const named =
    'memoryIds' in target ? [...new Set(target.memoryIds)] : await idsMatching(deps, target.filter);
  const causes = new Map<string, ErasureCause>();
  const found: Memory[] = [];
  for (const memory of await inBatches(named, store.byIds)) {
    causes.set(memory.memoryId, 'named');
    found.push(memory);
  }
  const missing = named.filter((memoryId) => !causes.has(memoryId));
  const erasedBefore = await erasures.erasedAmong(missing);

  // A named merged memory has the text of its sources, and their sources.
  for (let merged: readonly Memory[] = found; merged.length > 0; ) {
    const sources = merged.flatMap(({ mergedFrom }) => mergedFrom).filter((id) => !causes.has(id));
    merged = await inBatches([...new Set(sources)], store.byIds);
    for (const { memoryId } of merged) causes.set(memoryId, 'source_of_named');
  }
  // A memory that was merged from any of these has their text.
  for (let ids = [...causes.keys()]; ids.length > 0; ) {
    const copies = await inBatches(ids, (batch) => erasures.mergedFrom(batch));
    ids = [...new Set(copies)].filter((memoryId) => !causes.has(memoryId));
    for (const memoryId of ids) causes.set(memoryId, 'merged_from_named');
  }
  refuseTooMany(causes.size);
  const copies = [...causes].flatMap(([id, cause]) => (cause === 'merged_from_named' ? [id] : []));
  const merged = await inBatches(copies, store.byIds);
  const sources = [...new Set(merged.flatMap(({ mergedFrom }) => mergedFrom))].filter(
    (id) => !causes.has(id),
  );
  const restored = (await inBatches(sources, store.byIds)).filter(
    ({ supersededBy, archivedAt }) =>
      archivedAt !== null && supersededBy !== null && causes.has(supersededBy),
  );
  return {
    memories: Array.from(causes, ([memoryId, cause]) => ({ memoryId, cause })),
    unknown: missing.filter((memoryId) => !erasedBefore.has(memoryId)),
    restored: restored.map(({ memoryId }) => memoryId),
    archives: await erasures.archives(),
  };
}

async function idsMatching(deps: ErasureDependencies, filter: EraseFilter): Promise<string[]> {
  const { conversationId, ...fields } = filter;
  const searchFilter = await toSearchFilter({ includeArchived: true, ...fields }, deps.store);
  const { keys, total } = await deps.search.page(searchFilter, {
    order: 'arrival',
    from: 0,
    to: conversationId === undefined ? MAX_ERASED + 1 : Number.MAX_SAFE_INTEGER,
    now: deps.clock(),
  });
  if (conversationId === undefined) refuseTooMany(total);
  const inConversation =
    conversationId === undefined ? null : new Set(await deps.erasures.keysOfConversation(conversationId));
  const chosen = inConversation === null ? keys : keys.filter((key) => inConversation.has(key));
  refuseTooMany(chosen.length);
  const memories = await inBatches(chosen, deps.store.byKeys);
  return memories.map(({ memoryId }) => memoryId);
}

function refuseTooMany(memories: number): void {
  if (memories <= MAX_ERASED) return;
  throw new AppError(
    'too_many_memories',
    `Expected at most ${MAX_ERASED} memories to erase in one call, received ${memories}. Narrow the filter, and repeat the call`,
  );
}

const READ_AT_A_TIME = 100;

async function inBatches<Id, Item>(
  ids: readonly Id[],
  read: (batch: readonly Id[]) => Item[] | Promise<Item[]>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let from = 0; from < ids.length; from += READ_AT_A_TIME) {
    items.push(...(await read(ids.slice(from, from + READ_AT_A_TIME))));
    await setImmediate();
  }
  return items;
}

/**
 * Removes the pending memories in batches, then cleans what is outside the tables. Each step can be repeated,
 * so a later process can finish it. Resolves to the digest of the receipt.
 */
async function carryOut(
  deps: ErasureDependencies,
  erasure: UnfinishedErasure,
  signal: AbortSignal,
): Promise<string> {
  const { erasures } = deps;
  for (;;) {
    signal.throwIfAborted();
    const ids = await erasures.pending(erasure.receiptId, BATCH);
    if (ids.length === 0) break;
    await removeBatch(deps, erasure, ids);
    await setImmediate();
  }
  const all = await erasures.idsOf(erasure.receiptId);
  await redactResponses(deps.idempotency, new Set(all));
  deps.questions.clear();
  await deps.rewriteIndex();
  await cleanFiles(erasures, signal);
  const sha256 = receiptDigest(erasure, all);
  await deps.withTransaction(async (tx) => {
    await tx.erasures.finish(erasure.receiptId, { finishedAt: deps.clock(), sha256 });
    tx.record('memory.erased', {
      receipt_id: erasure.receiptId,
      erased: all.length,
      agent_id: erasure.agentId,
    });
  });
  return sha256;
}

async function removeBatch(
  deps: ErasureDependencies,
  { agentId }: UnfinishedErasure,
  ids: readonly string[],
): Promise<void> {
  const before = await deps.store.byIds(ids);
  // First, because the contents are known only as long as the memories exist.
  await deps.responses.removeMentions({
    texts: [
      ...ids,
      ...before.map(({ content }) => content.trim()).filter(({ length }) => length >= MIN_QUOTE_LENGTH),
    ],
    conversations: before.flatMap(({ conversationId }) => conversationId ?? []),
  });
  for (const memory of before) {
    const conversation = conversationKey(memory);
    if (conversation !== null) deps.tails.forget(conversation);
  }
  await deps.withTransaction(async (tx) => {
    const memories = await tx.memories.forUpdate(ids);
    await releaseSuperseded(tx, memories, agentId, deps.clock());
    await tx.erasures.remove(memories);
    await tx.erasures.drop(ids);
  });
}

/**
 * Clears `superseded_by` of the memories that an erased memory has superseded. Sources of an erased merged
 * memory become active again, because only the merged memory has replaced them.
 */
async function releaseSuperseded(
  tx: Transaction,
  erased: readonly Memory[],
  agentId: string,
  at: number,
): Promise<void> {
  const sourcesOf = new Map(erased.map(({ memoryId, mergedFrom }) => [memoryId, new Set(mergedFrom)]));
  const superseded = await tx.memories.forUpdate(await tx.erasures.supersededBy([...sourcesOf.keys()]));
  const pending = await tx.erasures.erasedAmong(superseded.map(({ memoryId }) => memoryId));
  const left = superseded.filter(({ memoryId }) => !pending.has(memoryId));
  await writeChanges(
    tx,
    left,
    left.map(({ memoryId, supersededBy }) =>
      sourcesOf.get(supersededBy!)!.has(memoryId)
        ? { kind: 'restored' as const, agentId, at, fields: { archivedAt: null, supersededBy: null } }
        : { kind: 'updated' as const, agentId, at, fields: { supersededBy: null } },
    ),
  );
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const ERASED_RESPONSE = {
  status: 410,
  body: JSON.stringify({
    type: 'about:blank',
    title: 'The memory was erased',
    status: 410,
    detail: 'The memory of this Idempotency-Key was erased',
    code: 'memory_erased',
  }),
  headers: { 'content-type': 'application/problem+json' },
};

/**
 * Replaces stored responses to calls that created an erased memory: a repeated call must not create it again.
 * Other calls whose responses name an erased memory run again if they are repeated.
 */
function redactResponses(idempotency: Pick<IdempotencyStore, 'redact'>, erased: ReadonlySet<string>) {
  return idempotency.redact(({ resourceId, body }) => {
    if (erased.has(resourceId)) return ERASED_RESPONSE;
    return body.match(ID)?.some((id) => erased.has(id)) ? 'repeat' : 'keep';
  });
}

const CLEAN_ATTEMPTS = 10;
const CLEAN_PAUSE_MS = 500;

/** Cleans the files of the database; waits for other connections for some seconds. */
async function cleanFiles({ clean }: Pick<ErasureStore, 'clean'>, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await clean();
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === 'unavailable';
      if (!isBusy || attempt === CLEAN_ATTEMPTS || signal.aborted) throw error;
      await setTimeout(CLEAN_PAUSE_MS);
    }
  }
}

/** Digest of a receipt: of its id, time and reason, and the sorted ids of the erased memories. */
export function receiptDigest(
  { receiptId, at, reason }: UnfinishedErasure,
  memoryIds: readonly string[],
): string {
  const text = JSON.stringify([receiptId, new Date(at).toISOString(), reason, [...memoryIds].sort()]);
  return createHash('sha256').update(text).digest('hex');
}
