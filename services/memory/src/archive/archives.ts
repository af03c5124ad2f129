import { AppError } from '@anima/service/errors';
import pLimit from 'p-limit';
import {
  type ExportCommand,
  type ExportDependencies,
  type Exported,
  exportArchive,
} from './export-archive.js';
import { type ImportCommand, type ImportDependencies, importArchive } from './import-archive.js';
import type { ImportReport } from './import-report.js';

export interface Archives {
  export(command: ExportCommand): Promise<Exported>;
  import(command: ImportCommand): Promise<ImportReport>;
  /** Runs work while no export or import runs; later ones wait. */
  without<T>(work: () => Promise<T>): Promise<T>;
  /** Aborts the running export and import, unless a commit has started. Resolves when they have ended. */
  close(): Promise<void>;
}

/**
 * Creates the queues of exports and imports. Exports run in sequence, and so do imports: each can need 128
 * MiB to derive a key, and the second import of an archive must see the memories of the first. They continue
 * if the client disconnects: an import of a large archive takes longer than clients wait, and the response to
 * a repeated request reports the skipped memories.
 */
export function createArchives(deps: ExportDependencies & ImportDependencies): Archives {
  const stopping = new AbortController();
  const { signal } = stopping;
  const exports = pLimit(1);
  const imports = pLimit(1);
  /**
   * Rejects work that is still queued at shutdown, because each export and import would first derive its key,
   * which takes a second.
   */
  const unlessStopping = <T>(work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    return work();
  };
  return {
    export: (command) => exports(unlessStopping, () => exportArchive(deps, command, signal)),
    import: (command) => imports(unlessStopping, () => importArchive(deps, command, signal)),
    without: (work) => exports(() => imports(unlessStopping, work)),
    async close() {
      stopping.abort(new AppError('unavailable', 'The service is stopping. The archive was not written'));
      // Waits for all earlier entries of both queues.
      await Promise.all([exports(() => {}), imports(() => {})]);
    },
  };
}
