import type { ServiceApp } from '@anima/service/http';
import { IsoTime, isoTime, Nullable, strictObject, Uuid } from '@anima/service/schema';
import Type from 'typebox';
import { toVerdicts, Verdicts } from '../api/verdicts.js';
import type { AuditDependencies } from '../domain/audit/audit-dependencies.js';
import { takeVerdicts } from '../domain/audit/take-verdicts.js';
import { byAgent, relationKinds } from '../domain/relations/relation.js';
import { FindingRecord, toFinding } from './audit-record.js';
import { writingAgent } from './callers.js';
import { Warnings } from './memory-record.js';

const KeptRelation = Type.Object({
  kind: Type.Enum([...relationKinds]),
  memory_ids: Type.Array(Uuid, { description: 'The newer one, or the one that replaces, first' }),
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
        summary: 'Keep what you judged of pairs of memories',
        description:
          'supersedes: the first memory replaces the second, which is archived; conflicts: both cannot hold; duplicates: they ' +
          'say the same; distinct: neither, and nobody is asked again until a text changes. The body is an array of ' +
          'verdicts, or an object that also names the audit run whose findings they become; without one they come to a ' +
          'run of such verdicts, a new one each day. Conflicts and duplicates are reported by later audits as well, as long as both texts ' +
          'stay as they are. Refused as a whole where a memory is unknown or archived, or a pair is judged twice.',
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
                description: 'The run that has the findings; null where there are none',
              }),
            ),
            findings: Type.Array(FindingRecord),
            relations: Type.Array(KeptRelation, {
              description:
                'What is kept, in the order of the verdicts. Of several that replace one memory only the newest is kept, ' +
                'and a memory has 256 judgements at most',
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
