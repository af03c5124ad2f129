import type { ServiceApp } from '@anima/service/http';
import { strictObject, Uuid } from '@anima/service/schema';
import Type from 'typebox';
import type { Callers } from '../http/callers.js';
import { writingAgent } from '../http/callers.js';
import { distinctIds } from '../http/fields.js';
import type { TextLimits } from '../http/text-limits.js';
import { MemoryRecord, RelatedFields, toRecord, toRelated } from './memory-record.js';
import { mergeMemories } from './merge-memories.js';

const Exclusions = Type.Array(
  Type.Object({
    sentence: Type.String(),
    said_by: Type.String({ description: 'The remaining sentence with the same meaning' }),
    judged_by: Type.String({ description: 'model:<name>' }),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
  }),
  {
    description:
      'Sentences that are not in the new memory because an LLM judge is sure that another sentence has the same ' +
      'meaning; empty without an LLM judge. The sources keep them',
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
        summary: 'Merge duplicate memories',
        description:
          'The new memory contains all their sentences, tags and shares, and has the highest importance. They are ' +
          'archived and refer to it in superseded_by; restoring all of them undoes the merge. Rejected without any change if ' +
          'one of them is unknown or archived, or if they belong to different projects.',
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
