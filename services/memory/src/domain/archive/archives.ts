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
  /** Gives up what is under way, unless it is being committed; resolves when that has settled. */
  close(): Promise<void>;
}

/**
 * Exports run one after another, and so do imports: each may take 128 MiB to derive a key, and of two imports of one
 * archive the second is to see what the first one brought. They go on when the caller goes away: an import of a large
 * archive takes longer than clients wait, and asking again is answered with what was skipped.
 */
export function createArchives(deps: ExportDependencies & ImportDependencies): Archives {
  const stopping = new AbortController();
  const { signal } = stopping;
  const exports = pLimit(1);
  const imports = pLimit(1);
  /** What waited when the service began to stop is not begun: each would derive its key first, which takes a second. */
  const unlessStopping = <T>(work: () => Promise<T>) => {
    signal.throwIfAborted();
    return work();
  };
  return {
    export: (command) => exports(unlessStopping, () => exportArchive(deps, command, signal)),
    import: (command) => imports(unlessStopping, () => importArchive(deps, command, signal)),
    async close() {
      stopping.abort(new AppError('unavailable', 'The service is stopping: nothing was written'));
      // Behind all that were asked for.
      await Promise.all([exports(() => {}), imports(() => {})]);
    },
  };
}
