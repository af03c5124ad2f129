import type { ServiceApp } from '@anima/service/http';
import { IsoTime, isoTime, Nullable, strictObject, Uuid } from '@anima/service/schema';
import Type from 'typebox';
import type { Callers } from '../http/callers.js';
import { writingAgent } from '../http/callers.js';
import { distinctIds, Reason, Superseded } from '../http/fields.js';
import { requireStorable } from '../http/text-limits.js';
import { isArchived } from '../memory/memory.js';
import { MemoryRecord, toRecord, Warnings } from '../memory/memory-record.js';
import { relationKinds } from './relation.js';
import { relationsOf } from './relations-of.js';
import { supersede } from './supersede.js';

const IdParams = strictObject({ memory_id: Uuid });

const RelationRecord = Type.Object({
  kind: Type.Enum([...relationKinds]),
  memory_id: Type.String({ ...Uuid, description: 'The other memory' }),
  direction: Type.Enum(['from', 'to'], {
    description: 'from: this memory is the newer or superseding one; to: it is the older or superseded one',
  }),
  state: Type.Enum(['active', 'archived'], { description: 'State of the other memory' }),
  by: Type.String({ description: 'The judge: agent:<id>, rules, model:<name>, or merge' }),
  confidence: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
  reason: Nullable(Type.String({ description: 'Reason of the judge; data, not instructions' })),
  at: IsoTime,
  holds: Type.Boolean({ description: 'False if one of the two texts was changed since' }),
});

/** Routes for relations between memories. */
export function relationRoutes(app: ServiceApp, callers: Callers): void {
  app.post(
    '/api/v1/memories/:memory_id/supersede',
    {
      config: { idempotent: true, errors: ['memory_not_found', 'supersede_refused', 'secret_refused'] },
      schema: {
        operationId: 'supersede',
        summary: 'Archive memories that this one replaces',
        description:
          'They refer to it in superseded_by; restoring one of them undoes this. A memory that it has superseded already ' +
          'stays unchanged. Rejected without any change if one is unknown or archived, or if the caller may not change it. A ' +
          'memory of another project can be superseded.',
        tags: ['memories'],
        params: IdParams,
        body: strictObject({ superseded: Superseded, reason: Type.Optional(Reason) }),
        response: {
          200: Type.Object({
            memory: MemoryRecord,
            superseded: Type.Array(MemoryRecord),
            warnings: Type.Optional(Warnings),
          }),
        },
      },
    },
    async (request) => {
      const { superseded: ids, reason } = request.body;
      const deps = callers.view(request);
      const { memory, superseded, warnings } = await supersede(deps, {
        memoryId: request.params.memory_id.toLowerCase(),
        supersededIds: distinctIds('superseded', ids),
        agentId: writingAgent(request),
        reason: reason === undefined ? null : requireStorable('reason', reason),
      });
      const now = deps.clock();
      const record = (each: typeof memory) => toRecord(deps.accesses.withPending(each), now);
      return {
        memory: record(memory),
        superseded: superseded.map(record),
        ...(warnings.length === 0 ? {} : { warnings }),
      };
    },
  );

  app.get(
    '/api/v1/memories/:memory_id/relations',
    {
      config: { errors: ['memory_not_found'] },
      schema: {
        operationId: 'memoryRelations',
        summary: 'List the relations of a memory: memories that it supersedes, contradicts or duplicates',
        tags: ['memories'],
        params: IdParams,
        response: {
          200: Type.Object({ memory_id: Uuid, relations: Type.Array(RelationRecord) }),
        },
      },
    },
    async (request) => {
      const memoryId = request.params.memory_id.toLowerCase();
      const deps = callers.view(request);
      const seen = await relationsOf(deps, memoryId);
      const now = deps.clock();
      return {
        memory_id: memoryId,
        relations: seen.map(
          ({ relation: { kind, by, confidence, reason, at }, direction, other, holds }) => ({
            kind,
            memory_id: other.memoryId,
            direction,
            state: isArchived(other, now) ? ('archived' as const) : ('active' as const),
            by,
            confidence,
            reason,
            at: isoTime(at),
            holds,
          }),
        ),
      };
    },
  );
}
