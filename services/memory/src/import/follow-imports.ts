import { AppError } from '@anima/service/errors';
import type { ExportPart } from './exports/export-part.js';
import { isPlainlyPath } from './find-imports.js';
import type { ForeignFile, ForeignFiles } from './foreign-files.js';
import { importDepth } from './formats.js';
import type { ParsedForeign } from './parse-foreign.js';

export interface ForeignWarning {
  code: string;
  message: string;
}

/** A file that was read, or the error that prevented it. */
export interface FollowedFile {
  file: ForeignFile;
  /** The file that imports it; null for a file that the caller named. */
  importedBy: string | null;
  parsed: ParsedForeign | null;
  error: AppError | null;
  warnings: ForeignWarning[];
  /** The export of which this is a part. */
  partOf?: string;
}

/** Maximum number of files that one call reads, imports included. */
export const MAX_FILES = 500;

/**
 * Yields the files and their imports, each once: an import of a file that was read before is a repetition or
 * a cycle and is skipped. Named files come first and imports follow by depth, so each file is reached by its
 * shortest path.
 */
export async function* followImports(
  files: ForeignFiles,
  named: readonly ForeignFile[],
): AsyncGenerator<FollowedFile> {
  const queue = named.map((file) => ({ file, importedBy: null as string | null, depth: 0 }));
  const seen = new Set(named.map(({ path }) => path));
  for (const { file, importedBy, depth } of queue) {
    const followed: FollowedFile = { file, importedBy, parsed: null, error: null, warnings: [] };
    try {
      followed.parsed = await files.read(file);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      followed.error = error;
      yield followed;
      continue;
    }
    if (followed.parsed.parts !== undefined) {
      yield* partsOf(followed, followed.parsed.parts);
      continue;
    }
    const { format, imports } = followed.parsed;
    for (const { target, line } of imports) {
      const found = await files.resolveImport(target, file.path);
      const warn = (code: string, what: string) =>
        followed.warnings.push({ code, message: `Line ${line} imports ${target}, ${what}` });
      if (found.kind === 'refused') {
        if (!isPlainlyPath(target)) continue;
        if (found.reason === 'not_found') warn('import_not_found', 'which does not exist');
        else if (found.reason === 'not_memory')
          warn('import_left_out', 'which is not Markdown, or is hidden');
        else warn('import_not_allowed', 'which is outside of the allowed folders');
        continue;
      }
      if (seen.has(found.path)) continue;
      if (depth >= importDepth(format)) {
        warn('import_too_deep', `more than ${importDepth(format)} imports away from the first file`);
        continue;
      }
      if (seen.size >= MAX_FILES) {
        warn('import_left_out', `which would be more than ${MAX_FILES} files`);
        continue;
      }
      seen.add(found.path);
      // An imported file is read as a part of the importing file, with the format of that file's tool.
      queue.push({ file: { path: found.path, format }, importedBy: file.path, depth: depth + 1 });
    }
    yield followed;
  }
}

/** Yields the parts of an export; the first one has the warnings. */
function* partsOf(followed: FollowedFile, parts: readonly ExportPart[]): Generator<FollowedFile> {
  const { file } = followed;
  const parsed = { ...followed.parsed!, parts: [] };
  for (const [index, { name, statements }] of parts.entries())
    yield {
      ...followed,
      file: { path: `${file.path}#${name}`, format: parsed.format },
      parsed: { ...parsed, statements, secrets: index === 0 ? parsed.secrets : [] },
      partOf: file.path,
    };
}
