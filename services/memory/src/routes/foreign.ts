import { AppError } from '@anima/service/errors';
import type { ServiceApp } from '@anima/service/http';
import { Nullable, strictObject, Uuid } from '@anima/service/schema';
import Type, { type Static } from 'typebox';
import { AgentId, MemoryTypeSchema, ProjectName } from '../api/fields.js';
import { foreignFormats, formatAliases, formatNamed } from '../domain/foreign/formats.js';
import type { FileReport, ForeignImporter, ForeignReport } from '../domain/foreign/import-foreign.js';
import { shortened } from '../domain/text/shortened.js';
import type { ForeignFiles } from '../ports/foreign-files.js';
import { RELATED_OF_IMPORTS, RelatedFields, toRelated } from './related-memories.js';
import { writingAgent } from './writing-agent.js';

/** As a file system takes it. */
export const AbsolutePath = Type.String({
  minLength: 1,
  maxLength: 4096,
  description: 'An absolute path on the server, inside of MEMORY_FILE_ROOTS',
});

export const ForeignFormatSchema = Type.Enum([...foreignFormats]);

const counts = {
  created: Type.Integer({ minimum: 0 }),
  skipped: Type.Integer({ minimum: 0, description: 'Known already, or said twice in a file' }),
  invalid: Type.Integer({
    minimum: 0,
    description: 'Not stored because of what stands in them; none at present: credentials are redacted',
  }),
};

const Problem = Type.Object({ code: Type.String(), message: Type.String() });

const FileReportSchema = Type.Object({
  path: Type.String({ description: 'Real path of the file' }),
  format: Nullable(ForeignFormatSchema),
  imported_by: Nullable(Type.String({ description: 'The file that imports this one' })),
  status: Type.Enum(['imported', 'unchanged', 'failed']),
  counts: Type.Object(counts),
  error: Nullable(Problem),
  warnings: Type.Array(Problem, {
    description: 'Imports that were not followed and secrets that were found, each with its line',
  }),
});

export const ForeignAnswer = Type.Object({
  dry_run: Type.Boolean(),
  counts: Type.Object({
    ...counts,
    failed: Type.Integer({ minimum: 0, description: 'Files, not memories' }),
  }),
  files: Type.Array(FileReportSchema),
  items: Type.Array(
    Type.Object({
      memory_id: Nullable(Uuid),
      action: Type.Enum(['created', 'skipped', 'invalid']),
      type: MemoryTypeSchema,
      content: Type.String({ description: 'The first 300 characters' }),
      source_path: Type.String(),
      source_line: Type.Integer({ minimum: 1 }),
      ...RelatedFields,
    }),
    {
      description:
        'The first 100; memory_id is null where nothing was stored. What is related was there before the import',
    },
  ),
});

const MAX_ITEMS = 100;
const MAX_EXCERPT = 300;

export function toForeignAnswer(report: ForeignReport, dryRun: boolean): Static<typeof ForeignAnswer> {
  const total = (of: (file: FileReport) => number) => report.files.reduce((sum, file) => sum + of(file), 0);
  return {
    dry_run: dryRun,
    counts: {
      created: total((file) => file.counts.created),
      skipped: total((file) => file.counts.skipped),
      invalid: total((file) => file.counts.invalid),
      failed: total((file) => (file.status === 'failed' ? 1 : 0)),
    },
    files: report.files.map(({ importedBy, ...file }) => ({ ...file, imported_by: importedBy })),
    items: report.items.slice(0, MAX_ITEMS).map((item) => ({
      memory_id: item.memoryId,
      action: item.action,
      type: item.type,
      content: shortened(item.content, MAX_EXCERPT),
      source_path: item.sourcePath,
      source_line: item.sourceLine,
      ...toRelated(item, RELATED_OF_IMPORTS),
    })),
  };
}

export function foreignRoutes(app: ServiceApp, files: ForeignFiles, importer: ForeignImporter): void {
  app.post(
    '/api/v1/import/foreign',
    {
      config: {
        administrator: true,
        idempotent: true,
        errors: [
          'path_not_allowed',
          'path_not_found',
          'foreign_format_unknown',
          'foreign_file_unreadable',
          'foreign_file_too_large',
          'too_many_foreign_files',
          'secret_refused',
          'project_unknown',
          'too_many_projects',
          'overloaded',
        ],
      },
      schema: {
        operationId: 'importForeign',
        summary: 'Import memory files written by other AI tools',
        description:
          'A file, with the files it imports, or all memory files in a folder. Each statement becomes a memory under ' +
          'its headings, with an inferred type; a statement that was imported from the file before is skipped. Each ' +
          'file is stored as a whole or not at all. A file that is itself the source and cannot be read is an error; ' +
          'one of a folder, or one that is imported, is reported as failed. Read are files under the names that the tools ' +
          'give them, and Markdown (.md, .mdc) that is not hidden. Credentials in them are redacted, whatever ' +
          'MEMORY_SECRETS says; a file with a private key is refused.',
        tags: ['import'],
        body: strictObject({
          source_path: AbsolutePath,
          format: Type.Optional(
            Type.Enum(
              ['auto', ...foreignFormats, ...(Object.keys(formatAliases) as (keyof typeof formatAliases)[])],
              {
                default: 'auto',
              },
            ),
          ),
          project: Type.Optional({ ...ProjectName, description: 'Of all imported memories; omitted: none' }),
          dry_run: Type.Optional(Type.Boolean({ default: false })),
          source_agent: Type.Optional(AgentId),
        }),
        response: { 200: ForeignAnswer },
      },
    },
    async (request) => {
      const { source_path, format = 'auto', project = null, dry_run: dryRun = false } = request.body;
      const sourceAgent = writingAgent(request, request.body.source_agent);
      const located = await files.locate(source_path, formatNamed(format));
      const report = await importer.run({ files: located.files, project, sourceAgent, dryRun });
      const [first] = report.files;
      if (!located.isDirectory && first?.error) throw new AppError(first.error.code, first.error.message);
      return toForeignAnswer(report, dryRun);
    },
  );
}
