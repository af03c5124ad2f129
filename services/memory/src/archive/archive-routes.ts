import { AppError } from '@anima/service/errors';
import type { ServiceApp } from '@anima/service/http';
import { IsoDateOrTime, isoTimeToMs, strictObject } from '@anima/service/schema';
import Type from 'typebox';
import { writingAgent } from '../http/callers.js';
import { RELATED_OF_IMPORTS, RelatedFields, toRelated } from '../memory/memory-record.js';
import type { MemoryStore } from '../memory/memory-store.js';
import type { Archives } from './archives.js';

const Count = Type.Integer({ minimum: 0 });
const Relations = Type.Integer({
  minimum: 1,
  description: 'Relations between two exported memories; omitted if there are none',
});
const Path = Type.String({
  minLength: 1,
  maxLength: 4096,
  description:
    'Absolute path inside MEMORY_FILE_ROOTS that ends in .json or .anima, without hidden names outside of the data directory; neither a symbolic link nor a file of the service itself',
});
const Passphrase = Type.String({ minLength: 1, maxLength: 1024 });

const ExportBody = strictObject({
  output_path: Path,
  memories: Type.Optional(Type.Boolean({ default: true, description: 'Memories, archived ones included' })),
  projects: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Projects created in the requested time, and projects of exported records',
    }),
  ),
  audit_runs: Type.Optional(
    Type.Boolean({ default: false, description: 'Ended audit runs with their suppressions' }),
  ),
  since: Type.Optional(
    Type.String({
      ...IsoDateOrTime,
      description: 'Only records created after this time; a date means its midnight in UTC',
    }),
  ),
  until: Type.Optional(
    Type.String({
      ...IsoDateOrTime,
      description: 'Only records created before this time; a date means its midnight in UTC',
    }),
  ),
  project_filter: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: 1000,
      description: 'Only records of these projects, by id or name',
    }),
  ),
  passphrase: Type.Optional(
    Type.String({
      ...Passphrase,
      description: 'Encrypts the archive with AES-256-GCM. Without the passphrase it cannot be read again',
    }),
  ),
  overwrite: Type.Optional(Type.Boolean({ default: false, description: 'Replaces an existing archive' })),
});

const ImportBody = strictObject({
  source_path: Path,
  dry_run: Type.Optional(
    Type.Boolean({ default: false, description: 'Reports the changes without applying them' }),
  ),
  passphrase: Type.Optional(Passphrase),
});

const ImportItem = Type.Object({
  memory_id: Type.Union([Type.String(), Type.Null()], {
    description: 'Null if an invalid record has no id',
  }),
  action: Type.Enum(['created', 'skipped', 'conflict', 'invalid']),
  reason: Type.String(),
  ...RelatedFields,
});

export function archiveRoutes(
  app: ServiceApp,
  archives: Archives,
  store: Pick<MemoryStore, 'project'>,
): void {
  app.post(
    '/api/v1/export',
    {
      config: {
        administrator: true,
        errors: ['path_not_allowed', 'path_not_found', 'output_exists', 'storage_full'],
      },
      schema: {
        operationId: 'exportArchive',
        summary: 'Write memories, projects and audit runs to an archive file',
        description:
          'The archive contains the state of the store at one moment. It appears at output_path when it is complete.',
        tags: ['archives'],
        body: ExportBody,
        response: {
          200: Type.Object({
            output_path: Type.String({ description: 'Real path of the archive, without symbolic links' }),
            bytes: Count,
            sha256: Type.String({ description: 'Checksum of the file, hexadecimal' }),
            counts: Type.Object({
              projects: Count,
              memories: Count,
              audit_runs: Count,
              relations: Type.Optional(Relations),
            }),
            encrypted: Type.Boolean(),
            unknown_projects: Type.Optional(
              Type.Array(Type.String(), { description: 'Entries of project_filter that match no project' }),
            ),
          }),
        },
      },
    },
    async (request) => {
      const { body } = request;
      const createdAfter = body.since === undefined ? null : isoTimeToMs(body.since);
      const createdBefore = body.until === undefined ? null : isoTimeToMs(body.until);
      if (createdAfter !== null && createdBefore !== null && createdAfter >= createdBefore) {
        throw new AppError('validation_failed', 'Expected since to be before until');
      }
      const filter =
        body.project_filter &&
        (await Promise.all(
          body.project_filter.map(async (idOrName) => ({ idOrName, project: await store.project(idOrName) })),
        ));
      const unknown = filter?.filter(({ project }) => project === null) ?? [];
      const exported = await archives.export({
        path: body.output_path,
        overwrite: body.overwrite ?? false,
        selection: {
          memories: body.memories ?? true,
          projects: body.projects ?? true,
          auditRuns: body.audit_runs ?? false,
          createdAfter,
          createdBefore,
          projectIds: filter?.flatMap(({ project }) => project?.projectId ?? []) ?? null,
        },
        passphrase: body.passphrase ?? null,
        agentId: writingAgent(request),
      });
      return {
        output_path: exported.path,
        bytes: exported.bytes,
        sha256: exported.sha256,
        counts: exported.counts,
        encrypted: exported.encrypted,
        ...(unknown.length === 0 ? {} : { unknown_projects: unknown.map(({ idOrName }) => idOrName) }),
      };
    },
  );

  app.post(
    '/api/v1/import',
    {
      config: {
        administrator: true,
        errors: [
          'path_not_allowed',
          'path_not_found',
          'not_an_archive',
          'archive_damaged',
          'archive_too_large',
          'passphrase_required',
          'wrong_passphrase',
          'conflict',
          'storage_full',
        ],
      },
      schema: {
        operationId: 'importArchive',
        summary: 'Import an archive written by /export',
        description:
          'Writes all new records in one transaction. Existing records stay unchanged. Continues if the client disconnects.',
        tags: ['archives'],
        body: ImportBody,
        response: {
          200: Type.Object({
            dry_run: Type.Boolean(),
            counts: Type.Object(
              { created: Count, skipped: Count, conflicts: Count, invalid: Count },
              { description: 'Numbers of memories' },
            ),
            projects: Type.Object({ created: Count, existing: Count }),
            audit_runs: Type.Object({ created: Count, skipped: Count }),
            relations: Type.Optional(
              Type.Object(
                { created: Count, skipped: Count },
                { description: 'Relations between memories; omitted if the archive has none' },
              ),
            ),
            items: Type.Array(ImportItem, {
              description:
                'The first 100 memories: first the rejected ones, then the others. Related memories existed before the import',
            }),
          }),
        },
      },
    },
    async (request) => {
      const { body } = request;
      const dryRun = body.dry_run ?? false;
      const report = await archives.import({
        path: body.source_path,
        dryRun,
        passphrase: body.passphrase ?? null,
        agentId: writingAgent(request),
      });
      return {
        dry_run: dryRun,
        counts: report.counts,
        projects: report.projects,
        audit_runs: report.auditRuns,
        ...(report.relations === null ? {} : { relations: report.relations }),
        items: report.items.map(({ memoryId, action, reason, ...related }) => ({
          memory_id: memoryId,
          action,
          reason,
          ...toRelated(related, RELATED_OF_IMPORTS),
        })),
      };
    },
  );
}
