import { isAbsolute } from 'node:path';
import { AppError } from '@anima/service/errors';
import type { ServiceApp } from '@anima/service/http';
import { Nullable, strictObject, Uuid } from '@anima/service/schema';
import Type, { type Static } from 'typebox';
import { writingAgent } from '../http/callers.js';
import { AgentId, MemoryTypeSchema, ProjectName } from '../http/fields.js';
import { RELATED_OF_IMPORTS, RelatedFields, toRelated } from '../memory/memory-record.js';
import { shortened } from '../text/shortened.js';
import { type ForeignFile, type ForeignFiles, MAX_FOREIGN_BYTES } from './foreign-files.js';
import { type ForeignFormat, foreignFormats, formatAliases, formatNamed } from './formats.js';
import type { FileReport, ForeignImporter, ForeignItem, ForeignReport } from './import-foreign.js';

/** The maximum length of a path in usual file systems. */
export const AbsolutePath = Type.String({
  minLength: 1,
  maxLength: 4096,
  description: 'An absolute path on the server, inside MEMORY_FILE_ROOTS',
});

/** The project of all memories of one import. */
export const ImportProject = Nullable({
  ...ProjectName,
  description:
    'Project of all imported memories; null: no project. Default for each file: the project of its earlier import, ' +
    'else the project of its folder, and no project for files of the user',
});

export const ForeignFormatSchema = Type.Enum([...foreignFormats]);

const counts = {
  created: Type.Integer({ minimum: 0, description: 'New statements' }),
  unchanged: Type.Integer({
    minimum: 0,
    description: 'Statements that are already memories, or that are repeated',
  }),
  changed: Type.Integer({ minimum: 0, description: 'Statements that supersede an earlier version' }),
  removed: Type.Integer({
    minimum: 0,
    description: 'Archived memories whose statement is no longer in the file',
  }),
};

const Problem = Type.Object({ code: Type.String(), message: Type.String() });

const FileReportSchema = Type.Object({
  path: Type.String({ description: 'Real path of the file' }),
  format: Nullable(ForeignFormatSchema),
  imported_by: Nullable(Type.String({ description: 'The file that imports this one' })),
  project: Nullable(Type.String({ description: 'Name of the project of its memories' })),
  moved_from: Nullable(
    Type.String({ description: 'Path of the file at the last import, if it has moved since' }),
  ),
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
      action: Type.Enum(['created', 'unchanged', 'changed', 'removed']),
      type: MemoryTypeSchema,
      content: Type.String({ description: 'The first 300 characters' }),
      source_path: Type.String(),
      source_line: Type.Integer({ minimum: 1 }),
      previous: Nullable(
        Type.Object(
          { memory_id: Uuid, content: Type.String({ description: 'The first 300 characters' }) },
          { description: 'The memory that a changed statement supersedes' },
        ),
      ),
      ...RelatedFields,
    }),
    {
      description:
        'The first 100, unchanged statements last. memory_id is null for unchanged statements, and in a dry run for new ' +
        'ones; a removed item names the archived memory. Related memories were stored before the import',
    },
  ),
});

const MAX_ITEMS = 100;
const MAX_EXCERPT = 300;

export function toForeignAnswer(report: ForeignReport, dryRun: boolean): Static<typeof ForeignAnswer> {
  const isUnchanged = ({ action }: ForeignItem) => action === 'unchanged';
  const shown = [...report.items.filter((item) => !isUnchanged(item)), ...report.items.filter(isUnchanged)];
  const total = (of: (file: FileReport) => number) => report.files.reduce((sum, file) => sum + of(file), 0);
  return {
    dry_run: dryRun,
    counts: {
      created: total((file) => file.counts.created),
      unchanged: total((file) => file.counts.unchanged),
      changed: total((file) => file.counts.changed),
      removed: total((file) => file.counts.removed),
      failed: total((file) => (file.status === 'failed' ? 1 : 0)),
    },
    files: report.files.map(({ importedBy, movedFrom, ...file }) => ({
      ...file,
      imported_by: importedBy,
      moved_from: movedFrom,
    })),
    items: shown.slice(0, MAX_ITEMS).map((item) => ({
      memory_id: item.memoryId,
      action: item.action,
      type: item.type,
      content: shortened(item.content, MAX_EXCERPT),
      source_path: item.sourcePath,
      source_line: item.sourceLine,
      previous: item.previous && {
        memory_id: item.previous.memoryId,
        content: shortened(item.previous.content, MAX_EXCERPT),
      },
      ...toRelated(item, RELATED_OF_IMPORTS),
    })),
  };
}

function sentFile(path: string, format: ForeignFormat | null, text: string): ForeignFile {
  if (!isAbsolute(path))
    throw new AppError('path_not_allowed', `Expected an absolute path, received ${path}`);
  return { path, format, text };
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
          'Imports a file with the files it includes, or all memory files in a folder. Each statement becomes a memory under ' +
          'its headings, with an inferred type. Importing a file again synchronises its memories: a changed statement ' +
          'supersedes the earlier version, a memory whose statement is gone is archived, and the others stay. Memories ' +
          'whose text was edited here are never replaced or archived, and forgotten or merged statements are not created ' +
          'again. A file that has moved is recognised by its name and statements. Each ' +
          'file is stored completely or not at all. A source file that cannot be read is an error; ' +
          'a file of a folder, or an included file, is reported as failed. The service reads files with the names that the tools ' +
          'use, Markdown (.md, .mdc) that is not hidden, and exports of other memory systems (.json, .jsonl), whose conversations ' +
          'are synchronised one by one. Credentials in them are redacted, whatever ' +
          'the value of MEMORY_SECRETS; a file with a private key is rejected.',
        tags: ['import'],
        body: strictObject({
          source_path: AbsolutePath,
          content: Type.Optional(
            Type.String({
              maxLength: MAX_FOREIGN_BYTES,
              description:
                'Text of the file at source_path, from a client that can read a file that the service may not read. The service ' +
                'then opens no file at this path, which only names the file',
            }),
          ),
          format: Type.Optional(
            Type.Enum(
              ['auto', ...foreignFormats, ...(Object.keys(formatAliases) as (keyof typeof formatAliases)[])],
              {
                default: 'auto',
              },
            ),
          ),
          project: Type.Optional(ImportProject),
          dry_run: Type.Optional(Type.Boolean({ default: false })),
          source_agent: Type.Optional(AgentId),
        }),
        response: { 200: ForeignAnswer },
      },
    },
    async (request) => {
      const { source_path, format = 'auto', project, dry_run: dryRun = false } = request.body;
      const sourceAgent = writingAgent(request, request.body.source_agent);
      const { content } = request.body;
      const located =
        content === undefined
          ? await files.locate(source_path, formatNamed(format))
          : { isDirectory: false, files: [sentFile(source_path, formatNamed(format), content)] };
      const report = await importer.run({ files: located.files, project, sourceAgent, dryRun });
      const [first] = report.files;
      if (!located.isDirectory && first?.error) throw new AppError(first.error.code, first.error.message);
      return toForeignAnswer(report, dryRun);
    },
  );
}
