import type { ServiceApp } from '@anima/service/http';
import { strictObject, Uuid } from '@anima/service/schema';
import Type from 'typebox';
import type { Callers } from '../http/callers.js';
import { writingAgent } from '../http/callers.js';
import { AgentId } from '../http/fields.js';
import { forget, restore, share } from './change-memory.js';
import { MAX_SHARES } from './memory.js';
import { MemoryRecord, toRecord } from './memory-record.js';

/** Routes to archive, restore and share memories. */
export function lifecycleRoutes(app: ServiceApp, callers: Callers): void {
  app.post(
    '/api/v1/forget',
    {
      config: { errors: ['memory_not_found'] },
      schema: {
        operationId: 'forget',
        summary: 'Archive a memory',
        tags: ['memories'],
        body: strictObject({
          memory_id: Uuid,
          include_archived: Type.Optional(
            Type.Boolean({
              default: false,
              description: 'Return an archived memory unchanged instead of 404',
            }),
          ),
        }),
        response: { 200: MemoryRecord },
      },
    },
    async (request) => {
      const deps = callers.view(request);
      const { memory_id, include_archived = false } = request.body;
      const memory = await forget(deps, memory_id.toLowerCase(), writingAgent(request), include_archived);
      return toRecord(deps.accesses.withPending(memory), deps.clock());
    },
  );

  app.post(
    '/api/v1/restore',
    {
      config: { errors: ['memory_not_found'] },
      schema: {
        operationId: 'restore',
        summary: 'Restore an archived memory',
        description:
          'Returns an active memory unchanged. Removes an expiry in the past and superseded_by; the superseding memory stays ' +
          'unchanged. Restoring the last source of a merge undoes the merge: the merged memory is archived, unless it was ' +
          'changed since, has superseded another memory, or a source was never imported, because then only the merged ' +
          'memory has the content of that source.',
        tags: ['memories'],
        body: strictObject({ memory_id: Uuid }),
        response: { 200: MemoryRecord },
      },
    },
    async (request) => {
      const deps = callers.view(request);
      const memory = await restore(deps, request.body.memory_id.toLowerCase(), writingAgent(request));
      return toRecord(deps.accesses.withPending(memory), deps.clock());
    },
  );

  app.post(
    '/api/v1/share',
    {
      config: { errors: ['memory_not_found', 'too_many_shares'] },
      schema: {
        operationId: 'share',
        summary: 'Share a memory with named agents or with all agents',
        tags: ['memories'],
        body: strictObject({
          memory_id: Uuid,
          target_agents: Type.Optional(
            Type.Array(AgentId, {
              minItems: 1,
              maxItems: MAX_SHARES,
              description: `Agents to add, at most ${MAX_SHARES} in total; omitted: all agents`,
            }),
          ),
        }),
        response: { 200: MemoryRecord },
      },
    },
    async (request) => {
      const deps = callers.view(request);
      const { memory_id, target_agents } = request.body;
      const memory = await share(deps, memory_id.toLowerCase(), writingAgent(request), target_agents);
      return toRecord(deps.accesses.withPending(memory), deps.clock());
    },
  );
}
