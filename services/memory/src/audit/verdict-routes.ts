import type { ServiceApp } from '@anima/service/http';
import { IsoTime, isoTime, Nullable, strictObject, Uuid } from '@anima/service/schema';
import Type from 'typebox';
import { writingAgent } from '../http/callers.js';
import { Warnings } from '../memory/memory-record.js';
import { byAgent, relationKinds } from '../relations/relation.js';
import type { AuditDependencies } from './audit-dependencies.js';
import { FindingRecord, toFinding } from './audit-record.js';
import { takeVerdicts } from './take-verdicts.js';
import { toVerdicts, Verdicts } from './verdict-fields.js';

const StoredRelation = Type.Object({
  kind: Type.Enum([...relationKinds]),
  memory_ids: Type.Array(Uuid, { description: 'The newer or superseding memory comes first' }),
  by: Type.String(),
  confidence: Nullable(Type.Number()),
  reason: Nullable(Type.String()),
  at: IsoTime,
});

/** Takes verdicts of agents and users on pairs that the rules left open. */
export function verdictRoutes(app: ServiceApp, deps: AuditDependencies): void {
  app.post(
    '/api/v1/memories/audit/verdicts',
    {
      config: {
        administrator: true,
        idempotent: true,
        errors: [
          'audit_run_not_found',
          'audit_running',
          'memory_not_found',
          'verdict_refused',
          'supersede_refused',
          'secret_refused',
        ],
      },
      schema: {
        operationId: 'judgePairs',
        summary: 'Store verdicts on pairs of memories',
        description:
          'supersedes: the first memory replaces the second, which is archived; conflicts: both cannot be true; duplicates: they ' +
          'have the same meaning; distinct: neither, and the pair is not listed again until a text changes. The body is an array of ' +
          'verdicts, or an object that also names the audit run that gets the findings. Without a run they are added to a ' +
          'separate run of each day. Later audits also report conflicts and duplicates, as long as both texts ' +
          'stay unchanged. Rejected without any change if a memory is unknown or archived, or if a pair is judged twice.',
        tags: ['audits'],
        body: Type.Union(
          [
            Verdicts,
            strictObject({
              run_id: Type.Optional(Type.String({ ...Uuid, description: 'A run that has ended' })),
              verdicts: Verdicts,
            }),
          ],
          // Client generators require it.
          { type: ['array', 'object'] },
        ),
        response: {
          200: Type.Object({
            run_id: Nullable(
              Type.String({
                ...Uuid,
                description: 'The run with the findings; null if there are none',
              }),
            ),
            findings: Type.Array(FindingRecord),
            relations: Type.Array(StoredRelation, {
              description:
                'The stored relations in the order of the verdicts. If several memories supersede one, only the newest is stored, ' +
                'and a memory has at most 256 judgements',
            }),
            warnings: Type.Optional(Warnings),
          }),
        },
      },
    },
    async (request) => {
      const { body } = request;
      const { run_id, verdicts } = Array.isArray(body) ? { run_id: undefined, verdicts: body } : body;
      const agentId = writingAgent(request);
      const { runId, findings, relations, warnings } = await takeVerdicts(deps, {
        runId: run_id?.toLowerCase() ?? null,
        ownRunId: request.resourceId,
        verdicts: toVerdicts(verdicts),
        agentId,
        by: byAgent(agentId),
      });
      return {
        run_id: runId,
        findings: findings.map(toFinding),
        relations: relations.map(({ kind, from, to, by, confidence, reason, at }) => ({
          kind,
          memory_ids: [from, to],
          by,
          confidence,
          reason,
          at: isoTime(at),
        })),
        ...(warnings.length === 0 ? {} : { warnings }),
      };
    },
  );
}
