import type { ServiceApp } from '@anima/service/http';
import { strictObject, Uuid } from '@anima/service/schema';
import Type from 'typebox';
import { writingAgent } from '../http/callers.js';
import { ProjectRef } from '../http/fields.js';
import type { AuditDependencies } from './audit-dependencies.js';
import { Count, FindingRecord, RunRecord, RunSummary, toFinding, toRun, toSummary } from './audit-record.js';
import { auditScopes } from './audit-run.js';
import { readUndecided } from './read-undecided.js';
import { runAudit } from './run-audit.js';
import { setSuppressed, unknownRun } from './write-audit-runs.js';

const Directory = Type.String({ minLength: 1, maxLength: 4096, pattern: '^[^\\x00]+$' });
/** Number of pairs listed as undecided: the default and the maximum. */
const UNDECIDED = 20;
const MAX_UNDECIDED = 200;

const AuditBody = strictObject({
  scope: Type.Enum([...auditScopes], {
    description:
      'project: the memories of a project; global: memories without a project; cross: all memories, including pairs from different projects',
  }),
  project_id: Type.Optional(
    Type.String({ ...ProjectRef, description: 'Id or name; required when scope is project' }),
  ),
  skills_dir: Type.Optional(
    Type.String({ ...Directory, description: 'Absolute path of a directory of skills, <name>/SKILL.md' }),
  ),
  config_dir: Type.Optional(
    Type.String({
      ...Directory,
      description: 'Absolute path of a directory with CLAUDE.md, AGENTS.md, settings and similar files',
    }),
  ),
  undecided_limit: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_UNDECIDED,
      default: UNDECIDED,
      description: 'Maximum number of undecided pairs in the response, the most conspicuous first',
    }),
  ),
});

const FindingBody = strictObject({ run_id: Uuid, finding_id: Uuid });

export function auditRoutes(app: ServiceApp, deps: AuditDependencies): void {
  app.post(
    '/api/v1/memories/audit',
    {
      config: {
        administrator: true,
        idempotent: true,
        errors: [
          'project_not_found',
          'path_not_allowed',
          'path_not_found',
          'not_a_directory',
          'audit_running',
          'overloaded',
        ],
      },
      schema: {
        operationId: 'runAudit',
        summary: 'Find duplicates, conflicts, stale context and unused skills',
        tags: ['audits'],
        body: AuditBody,
        response: { 200: RunRecord },
      },
    },
    async (request) => {
      const { scope, project_id, skills_dir, config_dir, undecided_limit } = request.body;
      const run = await runAudit(deps, {
        runId: request.resourceId,
        scope,
        project: project_id ?? null,
        skillsDir: skills_dir ?? null,
        configDir: config_dir ?? null,
        undecidedLimit: undecided_limit ?? UNDECIDED,
      });
      return toRun(run, await readUndecided(deps, run));
    },
  );

  app.get(
    '/api/v1/memories/audit/history',
    {
      config: { administrator: true },
      schema: {
        operationId: 'auditHistory',
        summary: 'List past audit runs, newest first',
        tags: ['audits'],
        querystring: strictObject({
          project_id: Type.Optional(ProjectRef),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 20 })),
        }),
        response: { 200: Type.Object({ runs: Type.Array(RunSummary), total: Count }) },
      },
    },
    async ({ query }) => {
      const project = query.project_id === undefined ? null : await deps.store.project(query.project_id);
      // A filter on an unknown project matches no runs.
      if (query.project_id !== undefined && project === null) return { runs: [], total: 0 };
      const { runs, total } = await deps.audits.history({ project, limit: query.limit ?? 20 });
      return { runs: runs.map(toSummary), total };
    },
  );

  app.get(
    '/api/v1/memories/audit/:run_id',
    {
      config: { administrator: true, errors: ['audit_run_not_found'] },
      schema: {
        operationId: 'getAuditRun',
        summary: 'Get an audit run with its findings',
        tags: ['audits'],
        params: strictObject({ run_id: Uuid }),
        response: { 200: RunRecord },
      },
    },
    async ({ params }) => {
      const run = await deps.audits.byId(params.run_id.toLowerCase());
      if (run === null) throw unknownRun();
      return toRun(run, await readUndecided(deps, run));
    },
  );

  for (const suppressed of [true, false]) {
    app.post(
      `/api/v1/memories/audit/${suppressed ? 'suppress' : 'unsuppress'}`,
      {
        config: { administrator: true, errors: ['audit_run_not_found', 'audit_finding_not_found'] },
        schema: {
          operationId: suppressed ? 'suppressFinding' : 'unsuppressFinding',
          summary: suppressed
            ? 'Suppress a finding in later runs'
            : 'Report a suppressed finding again in later runs',
          tags: ['audits'],
          body: FindingBody,
          response: { 200: FindingRecord },
        },
      },
      async (request) => {
        const target = {
          runId: request.body.run_id.toLowerCase(),
          findingId: request.body.finding_id.toLowerCase(),
        };
        const by = { agentId: writingAgent(request), at: deps.clock() };
        return toFinding(await setSuppressed(deps.withTransaction, target, suppressed, by));
      },
    );
  }
}
