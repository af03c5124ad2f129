import type { ServiceApp } from '@anima/service/http';
import { strictObject, Uuid } from '@anima/service/schema';
import Type from 'typebox';
import { distinctIds } from '../api/distinct-ids.js';
import type { TextLimits } from '../api/text-limits.js';
import { mergeMemories } from '../domain/memory/merge-memories.js';
import type { Callers } from './callers.js';
import { MemoryRecord, toRecord } from './memory-record.js';
import { RelatedFields, toRelated } from './related-memories.js';
import { writingAgent } from './writing-agent.js';

const Exclusions = Type.Array(
  Type.Object({
    sentence: Type.String(),
    said_by: Type.String({ description: 'The sentence that stays and says the same' }),
    judged_by: Type.String({ description: 'model: and its name' }),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
  }),
  {
    description:
      'Sentences that are not in the new memory because a model judge is sure that another one says them in other ' +
      'words; without a model judge none. The sources keep them',
  },
);

export function mergeRoutes(app: ServiceApp, callers: Callers, limits: TextLimits): void {
  app.post(
    '/api/v1/memories/audit/merge',
    {
      config: {
        idempotent: true,
        errors: ['memory_not_found', 'merge_refused', 'too_many_shares', 'content_too_large', 'overloaded'],
      },
      schema: {
        operationId: 'mergeMemories',
        summary: 'Make one memory of several that say the same',
        description:
          'The new memory says all that they say, with their tags and shares and the highest importance. They are ' +
          'archived and name it in superseded_by; restoring all of them undoes the merge. Refused as a whole when ' +
          'one is unknown or archived, or when they are of different projects.',
        tags: ['audit'],
        body: strictObject({
          memory_ids: Type.Array(Uuid, { minItems: 2, maxItems: 100, uniqueItems: true }),
        }),
        response: {
          200: Type.Object({ ...MemoryRecord.properties, ...RelatedFields, left_out: Exclusions }),
        },
      },
    },
    async (request) => {
      const deps = callers.view(request);
      const { memory, leftOut, ...related } = await mergeMemories(deps, {
        memoryId: request.resourceId,
        sourceIds: distinctIds('memory_ids', request.body.memory_ids),
        agentId: writingAgent(request),
        maxContentBytes: limits.contentBytes,
      });
      return {
        ...toRecord(memory, deps.clock()),
        ...toRelated(related),
        left_out: leftOut.map(({ sentence, saidBy, judgedBy, confidence }) => ({
          sentence,
          said_by: saidBy,
          judged_by: judgedBy,
          confidence,
        })),
      };
    },
  );
}
