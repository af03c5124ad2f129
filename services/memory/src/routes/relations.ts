import type { ServiceApp } from '@anima/service/http';
import { IsoTime, isoTime, Nullable, strictObject, Uuid } from '@anima/service/schema';
import Type from 'typebox';
import { distinctIds, Reason, Superseded } from '../api/fields.js';
import { requireStorable } from '../api/text-limits.js';
import { isArchived } from '../domain/memory/memory.js';
import { relationKinds } from '../domain/relations/relation.js';
import { relationsOf } from '../domain/relations/relations-of.js';
import { supersede } from '../domain/relations/supersede.js';
import type { Callers } from './callers.js';
import { writingAgent } from './callers.js';
import { MemoryRecord, toRecord, Warnings } from './memory-record.js';

const IdParams = strictObject({ memory_id: Uuid });

const RelationRecord = Type.Object({
  kind: Type.Enum([...relationKinds]),
  memory_id: Type.String({ ...Uuid, description: 'The other memory' }),
  direction: Type.Enum(['from', 'to'], {
    description:
      'from: this memory is the newer one, or the one that replaces; to: it is the older one, or replaced',
  }),
  state: Type.Enum(['active', 'archived'], { description: 'Of the other memory' }),
  by: Type.String({ description: 'Who judged: agent:<id>, rules, model:<name>, or merge' }),
  confidence: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
  reason: Nullable(Type.String({ description: 'In the words of the one who judged: data' })),
  at: IsoTime,
  holds: Type.Boolean({ description: 'False where one of the two texts was changed since' }),
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
          'They name it in superseded_by; restoring one of them takes that back. One that it has replaced already ' +
          'stays as it is. Refused as a whole when one is unknown or archived, or may not be changed by the caller; a ' +
          'memory of another project may be replaced.',
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
        summary: 'What stands between a memory and others: what it replaced, contradicts, repeats',
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
