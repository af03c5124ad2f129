import type { AccessCounter } from '../memory/access-counter.js';
import type { WithTransaction } from '../storage/transaction.js';
import type { ArchiveFiles } from './archive-files.js';
import type { ArchiveCounts } from './archive-format.js';
import type { ArchiveSelection, ArchiveStore } from './archive-store.js';
import { type ScryptParameters, seal } from './seal.js';
import { writeArchive } from './write-archive.js';

export interface ExportDependencies {
  archives: ArchiveStore;
  files: ArchiveFiles;
  accesses: AccessCounter;
  withTransaction: WithTransaction;
  serviceVersion: string;
  clock: () => number;
  /** Receives errors that do not fail the export. */
  onError: (error: unknown) => void;
  /** Cost of the key derivation; default: that of `newSealFields`. */
  scrypt?: ScryptParameters;
}

export interface ExportCommand {
  path: string;
  overwrite: boolean;
  selection: ArchiveSelection;
  passphrase: string | null;
  agentId: string;
}

export interface Exported {
  path: string;
  bytes: number;
  /** SHA-256 digest of the file. */
  sha256: string;
  counts: ArchiveCounts;
  encrypted: boolean;
}

/**
 * Writes a consistent snapshot of the store to a file. If the export fails or `signal` aborts it, neither a
 * new file nor a temporary file remains.
 */
export async function exportArchive(
  deps: ExportDependencies,
  command: ExportCommand,
  signal: AbortSignal,
): Promise<Exported> {
  const { selection, passphrase } = command;
  // Accesses are counted in the background; the flush includes them in the archive.
  await deps.accesses.flush();
  const snapshot = await deps.archives.snapshot();
  try {
    const about = { createdAt: deps.clock(), serviceVersion: deps.serviceVersion };
    const plain = until(signal, writeArchive(snapshot, selection, about));
    const pieces = passphrase === null ? plain : seal(plain, passphrase, deps.scrypt);
    const written = await deps.files.write(command.path, pieces, {
      overwrite: command.overwrite,
      willWrite: (unfinished) => noteUnfinished(deps, unfinished),
    });
    const counts = await snapshot.counts(selection);
    const encrypted = passphrase !== null;
    // An error here does not fail the export: if the disk of the store is full, an archive on another disk
    // helps.
    await deps
      .withTransaction((tx) => tx.record('memory.exported', { agent_id: command.agentId, counts, encrypted }))
      .catch(deps.onError);
    return { ...written, counts, encrypted };
  } finally {
    await snapshot.close();
    if ((await deps.archives.unfinished()) !== null) await noteUnfinished(deps, null);
  }
}

/** Removes the temporary file that an export left behind when its process was killed. */
export async function removeUnfinishedExport(
  deps: Pick<ExportDependencies, 'archives' | 'files' | 'withTransaction' | 'onError'>,
): Promise<void> {
  const unfinished = await deps.archives.unfinished();
  if (unfinished === null) return;
  await deps.files.removeUnfinished(unfinished);
  await noteUnfinished(deps, null);
}

/**
 * Records the path of the temporary file; null after its removal. An error is reported and does not fail the
 * export.
 */
async function noteUnfinished(
  { withTransaction, onError }: Pick<ExportDependencies, 'withTransaction' | 'onError'>,
  path: string | null,
): Promise<void> {
  await withTransaction((tx) => tx.archives.noteUnfinished(path)).catch(onError);
}

async function* until<T>(signal: AbortSignal, items: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const item of items) {
    signal.throwIfAborted();
    yield item;
  }
}
