import { AppError } from '@anima/service/errors';
import type { ServiceApp } from '@anima/service/http';
import { IsoTime, isoTime, Nullable, strictObject, Uuid } from '@anima/service/schema';
import Type, { type Static } from 'typebox';
import { refuseAgentToken, writingAgent } from '../http/callers.js';
import { Name } from '../http/fields.js';
import { Filter, toFilter } from '../http/filter.js';
import type { MemoryStore } from '../memory/memory-store.js';
import { shortened } from '../text/shortened.js';
import { type EraseCommand, type ErasurePlan, type Erasures, MAX_ERASED } from './erase-memories.js';
import { type ErasureStore, MAX_LISTED_IDS } from './erasure-store.js';

/** Maximum number of ids in one call. */
const MAX_IDS = 1_000;
/** Number of memories that a response lists. */
const MAX_ITEMS = 100;
const EXCERPT_LENGTH = 120;

const Count = Type.Integer({ minimum: 0 });
const EraseFilter = strictObject(
  {
    ...Filter.properties,
    include_archived: Type.Optional(Type.Boolean({ default: true })),
    conversation_id: Type.Optional(Type.String({ ...Name, description: 'Memories of this conversation' })),
  },
  {
    description:
      'All fields must match. At least one field besides include_archived is required. Archived memories are included ' +
      'unless include_archived is false',
  },
);
const EraseBody = strictObject({
  memory_ids: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: MAX_IDS })),
  filter: Type.Optional(EraseFilter),
  dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Lists the memories and erases none' })),
  reason: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'Stored in the receipt; must not quote the memories',
    }),
  ),
});
const Archive = Type.Object({ path: Type.String(), written_at: IsoTime });
const ErasedItem = Type.Object({
  memory_id: Uuid,
  cause: Type.Enum(['named', 'merged_from_named', 'source_of_named']),
  excerpt: Type.Optional(Type.String({ description: 'Start of the content; only in a dry run' })),
  type: Type.Optional(Type.String()),
  project: Type.Optional(Nullable(Type.String())),
  created_at: Type.Optional(IsoTime),
});
const PlanFields = {
  dry_run: Type.Boolean(),
  erased: Type.Integer({
    minimum: 0,
    description: 'Number of memories; in a dry run, the number it would be',
  }),
  memories: Type.Array(ErasedItem, {
    description: `The first ${MAX_ITEMS} memories. Memories that were merged from a named memory, and sources of a named memory, contain its text and are erased too`,
  }),
  unknown: Type.Array(Uuid, { description: 'Ids that no memory has' }),
  restored: Type.Array(Uuid, {
    description: 'Other sources of an erased merged memory, which become active again',
  }),
  archives: Type.Array(Archive, {
    description:
      'Archives that this service wrote before and that can contain the memories. They are not changed',
  }),
};

/** Routes to remove memories permanently. */
export function erasureRoutes(
  app: ServiceApp,
  erasures: Erasures,
  receipts: Pick<ErasureStore, 'receipts'>,
  store: Pick<MemoryStore, 'byIds'>,
): void {
  app.post(
    '/api/v1/erase',
    {
      config: { administrator: true, errors: ['too_many_memories', 'storage_full'] },
      schema: {
        operationId: 'erase',
        summary: 'Remove memories permanently',
        description:
          'Removes the memories with their history, vectors, search data, relations, findings, cached responses and stored ' +
          `responses, and cleans the files of the database before it responds. At most ${MAX_ERASED} memories. Repeat the ` +
          'call after an error: an erasure that has started is always finished, at the latest by the next start.',
        tags: ['erasure'],
        body: EraseBody,
        response: {
          200: Type.Object({
            ...PlanFields,
            receipt_id: Type.Optional(Uuid),
            at: Type.Optional(IsoTime),
            sha256: Type.Optional(Type.String({ description: 'Digest of the receipt' })),
          }),
        },
      },
    },
    async (request) => {
      refuseAgentToken(request);
      const { body } = request;
      const command: EraseCommand = {
        target: targetOf(body),
        reason: body.reason ?? null,
        agentId: writingAgent(request),
      };
      if (body.dry_run === true) return shownPlan(await erasures.plan(command), store, true);
      const erased = await erasures.erase(command);
      return {
        ...(await shownPlan(erased, store, false)),
        receipt_id: erased.receiptId,
        at: isoTime(erased.at),
        sha256: erased.sha256,
      };
    },
  );

  app.get(
    '/api/v1/erasures',
    {
      config: { administrator: true },
      schema: {
        operationId: 'listErasures',
        summary: 'List the receipts of erasures, newest first',
        tags: ['erasure'],
        querystring: strictObject({
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
        }),
        response: {
          200: Type.Object({
            erasures: Type.Array(
              Type.Object({
                receipt_id: Uuid,
                at: IsoTime,
                finished_at: Nullable(IsoTime),
                agent_id: Type.String(),
                reason: Nullable(Type.String()),
                erased: Count,
                memory_ids: Type.Array(Uuid, { description: `The first ${MAX_LISTED_IDS} ids` }),
                sha256: Nullable(Type.String({ description: 'Null until the erasure has finished' })),
              }),
            ),
            total: Count,
          }),
        },
      },
    },
    async (request) => {
      refuseAgentToken(request);
      const { receipts: listed, total } = await receipts.receipts({ limit: request.query.limit ?? 50 });
      return {
        erasures: listed.map((receipt) => ({
          receipt_id: receipt.receiptId,
          at: isoTime(receipt.at),
          finished_at: isoTime(receipt.finishedAt),
          agent_id: receipt.agentId,
          reason: receipt.reason,
          erased: receipt.erased,
          memory_ids: [...receipt.memoryIds],
          sha256: receipt.sha256,
        })),
        total,
      };
    },
  );
}

function targetOf({ memory_ids, filter }: Static<typeof EraseBody>): EraseCommand['target'] {
  if ((memory_ids === undefined) === (filter === undefined))
    throw new AppError('validation_failed', 'Expected either memory_ids or filter');
  if (memory_ids !== undefined) return { memoryIds: memory_ids.map((id) => id.toLowerCase()) };
  const { conversation_id, ...fields } = filter!;
  const chosen = {
    ...toFilter(fields),
    ...(conversation_id === undefined ? {} : { conversationId: conversation_id }),
  };
  const { includeArchived: _, tags, ...narrowing } = chosen;
  if (Object.keys(narrowing).length > 0 || (tags !== undefined && tags.length > 0)) return { filter: chosen };
  const message = 'Expected at least one field that selects memories in filter';
  throw new AppError('validation_failed', message, { errors: [{ path: 'filter', message }] });
}

async function shownPlan(
  { memories, unknown, restored, archives }: ErasurePlan,
  store: Pick<MemoryStore, 'byIds'>,
  dryRun: boolean,
) {
  const items = memories.slice(0, MAX_ITEMS);
  const read = dryRun ? await store.byIds(items.map(({ memoryId }) => memoryId)) : [];
  const byId = new Map(read.map((memory) => [memory.memoryId, memory]));
  return {
    dry_run: dryRun,
    erased: memories.length,
    memories: items.map(({ memoryId, cause }) => {
      const memory = byId.get(memoryId);
      if (memory === undefined) return { memory_id: memoryId, cause };
      return {
        memory_id: memoryId,
        cause,
        excerpt: shortened(memory.content, EXCERPT_LENGTH),
        type: memory.type,
        project: memory.project?.name ?? null,
        created_at: isoTime(memory.createdAt),
      };
    }),
    unknown: [...unknown],
    restored: [...restored],
    archives: archives.map(({ path, writtenAt }) => ({ path, written_at: isoTime(writtenAt) })),
  };
}
