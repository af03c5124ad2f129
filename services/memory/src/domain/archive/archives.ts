import { AppError } from '@anima/service/errors';
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
  const exports = oneAtATime();
  const imports = oneAtATime();
  return {
    export: (command) => exports.run(() => exportArchive(deps, command, signal)),
    import: (command) => imports.run(() => importArchive(deps, command, signal)),
    async close() {
      stopping.abort(new AppError('unavailable', 'The service is stopping: nothing was written'));
      await Promise.all([exports.idle(), imports.idle()]);
    },
  };
}

function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run<T>(work: () => Promise<T>): Promise<T> {
      const mine = last.then(work);
      last = mine.catch(() => {});
      return mine;
    },
    idle: () => last,
  };
}
