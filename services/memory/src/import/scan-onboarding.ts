import { AppError } from '@anima/service/errors';
import type { MemoryStore } from '../memory/memory-store.js';
import type { ForeignFiles, FoundFile, ScanBound } from './foreign-files.js';
import { sourceKey } from './foreign-statement.js';
import { isEdited } from './plan-import.js';

export interface ScannedFile extends FoundFile {
  /** Number of statements in the file itself; imported files are counted separately. */
  memories: number;
  /** Every statement is a memory already, in any project, and no memory of the file is outdated. */
  alreadyImported: boolean;
  /** The error that an import of the file would return; null if it can be imported. */
  error: { code: string; message: string } | null;
}

/** Time limit for reading the files. The result reports whether files were omitted. */
const READ_MS = 10_000;

export async function scanOnboarding(
  files: ForeignFiles,
  store: MemoryStore,
): Promise<{ files: ScannedFile[]; boundsHit: ScanBound[] }> {
  const found = await files.scan();
  const boundsHit = new Set(found.boundsHit);
  const end = performance.now() + READ_MS;
  const scanned: ScannedFile[] = [];
  for (const file of found.files) {
    const described = await describe(file, files, store, end - performance.now());
    if (performance.now() > end) {
      boundsHit.add('time');
      break;
    }
    scanned.push(described);
  }
  return { files: scanned, boundsHit: [...boundsHit] };
}

async function describe(
  file: FoundFile,
  files: ForeignFiles,
  store: MemoryStore,
  withinMs: number,
): Promise<ScannedFile> {
  try {
    const { statements } = await files.read(file, withinMs);
    const keys = new Set(statements.map(({ content }) => sourceKey(file.path, content)));
    const known = await store.sourceKeys('any', [...keys]);
    const imported = await store.importedFrom(file.path);
    const isOutdated = imported.some(
      (memory) => memory.archivedAt === null && !keys.has(memory.sourceKey!) && !isEdited(memory),
    );
    return {
      ...file,
      memories: keys.size,
      alreadyImported: keys.size > 0 && known.size === keys.size && !isOutdated,
      error: null,
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {
      ...file,
      memories: 0,
      alreadyImported: false,
      error: { code: error.code, message: error.message },
    };
  }
}
