import { AppError } from '@anima/service/errors';
import type { ServiceApp } from '@anima/service/http';
import { IsoTime, isoTime, Nullable, strictObject } from '@anima/service/schema';
import Type from 'typebox';
import { writingAgent } from '../http/callers.js';
import { AgentId } from '../http/fields.js';
import type { MemoryStore } from '../memory/memory-store.js';
import { MAX_FILES } from './follow-imports.js';
import { type ForeignFile, type ForeignFiles, scanBounds } from './foreign-files.js';
import { type FileReport, type ForeignImporter, NOTHING_COUNTED } from './import-foreign.js';
import {
  AbsolutePath,
  ForeignAnswer,
  ForeignFormatSchema,
  ImportProject,
  toForeignAnswer,
} from './import-routes.js';
import { scanOnboarding } from './scan-onboarding.js';

export function onboardingRoutes(
  app: ServiceApp,
  store: MemoryStore,
  files: ForeignFiles,
  importer: ForeignImporter,
): void {
  app.get(
    '/api/v1/onboarding/scan',
    {
      config: { administrator: true },
      schema: {
        operationId: 'scanOnboarding',
        summary: 'Find the memory files of other AI tools',
        description:
          'Lists the files of the user and of the projects under MEMORY_SCAN_ROOTS without duplicates. If a limit is reached, the nearest ' +
          'files are listed and bounds_hit contains the limit.',
        tags: ['import'],
        response: {
          200: Type.Object({
            paths: Type.Array(
              Type.Object({
                path: Type.String({ description: 'Real path of the file' }),
                format: ForeignFormatSchema,
                size_bytes: Type.Integer({ minimum: 0 }),
                modified_at: IsoTime,
                memories_estimate: Type.Integer({
                  minimum: 0,
                  description: 'Statements in the file, without statements of included files',
                }),
                already_imported: Type.Boolean({
                  description:
                    'An import would have no effect: every statement is a memory already, in any project',
                }),
                error: Nullable(
                  Type.Object(
                    { code: Type.String(), message: Type.String() },
                    { description: 'Reason why it cannot be imported' },
                  ),
                ),
              }),
            ),
            truncated: Type.Boolean({ description: 'There may be more files' }),
            bounds_hit: Type.Array(Type.Enum([...scanBounds])),
          }),
        },
      },
    },
    async () => {
      const scan = await scanOnboarding(files, store);
      return {
        paths: scan.files.map((file) => ({
          path: file.path,
          format: file.format!,
          size_bytes: file.sizeBytes,
          modified_at: isoTime(file.modifiedAt),
          memories_estimate: file.memories,
          already_imported: file.alreadyImported,
          error: file.error,
        })),
        truncated: scan.boundsHit.length > 0,
        bounds_hit: scan.boundsHit,
      };
    },
  );

  app.post(
    '/api/v1/onboarding/import',
    {
      config: {
        administrator: true,
        idempotent: true,
        errors: ['project_unknown', 'too_many_projects', 'overloaded'],
      },
      schema: {
        operationId: 'importOnboarding',
        summary: 'Import a list of memory files, typically after the scan',
        description:
          'The path and the content of each file determine its format. It is read with the files it includes and synchronised like in ' +
          'POST /import/foreign, completely or not at all. A file that cannot be imported is reported as failed and does not stop the others.',
        tags: ['import'],
        body: strictObject({
          file_paths: Type.Array(AbsolutePath, { minItems: 1, maxItems: MAX_FILES }),
          project: Type.Optional(ImportProject),
          source_agent: Type.Optional(AgentId),
        }),
        response: { 200: ForeignAnswer },
      },
    },
    async (request) => {
      const { file_paths, project, source_agent } = request.body;
      const sourceAgent = writingAgent(request, source_agent);
      const { located, refused } = await locateAll(files, file_paths);
      const report = await importer.run({ files: located, project, sourceAgent, dryRun: false });
      return toForeignAnswer({ ...report, files: [...report.files, ...refused] }, false);
    },
  );
}

/** Returns the files at the paths without duplicates, and reports paths that cannot be located. */
async function locateAll(
  files: ForeignFiles,
  paths: readonly string[],
): Promise<{ located: ForeignFile[]; refused: FileReport[] }> {
  const located = new Map<string, ForeignFile>();
  const refused: FileReport[] = [];
  for (const path of new Set(paths)) {
    try {
      for (const file of (await files.locate(path, null)).files) located.set(file.path, file);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({
        path,
        format: null,
        importedBy: null,
        project: null,
        movedFrom: null,
        status: 'failed',
        counts: NOTHING_COUNTED,
        error: { code: error.code, message: error.message },
        warnings: [],
      });
    }
  }
  return { located: [...located.values()], refused };
}
