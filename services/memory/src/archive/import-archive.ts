import { AppError } from '@anima/service/errors';
import { countByKind } from '../audit/audit-run.js';
import type { ErasureStore } from '../erasure/erasure-store.js';
import { withoutErased } from '../erasure/without-erased.js';
import { isArchived } from '../memory/memory.js';
import type { RelatedDependencies } from '../related/find-related.js';
import { createImportRelated } from '../related/related-of-import.js';
import type { ArchiveFile, ArchiveFiles } from './archive-files.js';
import { damaged } from './archive-format.js';
import type { ArchiveStore, ImportStage } from './archive-store.js';
import { readAuditRunRecord } from './audit-run-record.js';
import { countRelations } from './count-relations.js';
import { type EmbedStageDependencies, embedStage } from './embed-stage.js';
import { createImportReport, type ImportItem, type ImportReport } from './import-report.js';
import { readMemoryRecord, readProjectRecord } from './memory-record.js';
import { type ArchiveEntry, readArchive } from './read-archive.js';
import { readRelationRecord } from './relation-record.js';
import { envelopeKey, readEnvelope, unseal } from './seal.js';

export interface ImportDependencies extends EmbedStageDependencies, RelatedDependencies {
  archives: ArchiveStore;
  erasures: Pick<ErasureStore, 'erasedAmong'>;
  files: ArchiveFiles;
  limits: { contentBytes: number };
  onError: (error: unknown) => void;
}

export interface ImportCommand {
  path: string;
  passphrase: string | null;
  dryRun: boolean;
  agentId: string;
}

/**
 * Imports an archive in three steps: reads and checks the whole archive while staging new records, embeds the
 * staged texts, and writes them in one transaction. If any step before the commit fails or `signal` aborts
 * it, the store does not change.
 */
export async function importArchive(
  deps: ImportDependencies,
  command: ImportCommand,
  signal: AbortSignal,
): Promise<ImportReport> {
  const file = await deps.files.open(command.path);
  try {
    const entries = readArchive(await openArchive(file, command.passphrase));
    const stage = await deps.archives.stage();
    try {
      const report = createImportReport();
      for await (const entry of entries) {
        signal.throwIfAborted();
        await stageEntry(deps, stage, entry, report);
      }
      for (const { projectId, name } of await stage.projects()) {
        const here = (await deps.store.project(projectId)) ?? (await deps.store.project(name));
        report.project(here === null);
      }
      await countRelations(deps, stage, report.relation);
      if (!command.dryRun && report.changesAnything()) {
        await embedStage(deps, stage, signal);
        await stage.commit({
          type: 'memory.imported',
          data: { agent_id: command.agentId, ...report.totals() },
        });
      }
      const finished = report.finish();
      if (command.dryRun) return finished;
      try {
        return { ...finished, items: await withRelated(deps, finished.items) };
      } catch (error) {
        // The import is already committed. An error response would make the caller repeat it.
        deps.onError(error);
        return finished;
      }
    } finally {
      await stage.close();
    }
  } finally {
    await file.close();
  }
}

/**
 * Returns the text of the plain archive. An encrypted archive is authenticated completely before any of its
 * text is returned.
 */
async function openArchive(file: ArchiveFile, passphrase: string | null): Promise<AsyncIterable<Uint8Array>> {
  const envelope = await readEnvelope(file.read());
  if (envelope === null) {
    if (passphrase === null) return file.read();
    // A caller with a passphrase expects authenticated content; anyone could have written a plain archive.
    throw new AppError(
      'wrong_passphrase',
      'Expected an encrypted archive for passphrase, received a plain one',
    );
  }
  if (passphrase === null) {
    throw new AppError('passphrase_required', 'Expected a passphrase: the archive is encrypted');
  }
  const key = await envelopeKey(envelope, passphrase);
  for await (const _ of unseal(file.read(), envelope, key)) {
    // Reads to the end only to check the tag.
  }
  return unseal(file.read(), envelope, key);
}

async function stageEntry(
  { store, archives, erasures, limits }: ImportDependencies,
  stage: ImportStage,
  { section, at, record }: ArchiveEntry,
  report: ReturnType<typeof createImportReport>,
): Promise<void> {
  switch (section) {
    case 'projects': {
      const project = readProjectRecord(record);
      if ('invalid' in project) throw damaged(`projects[${at}]: ${project.invalid}`);
      await stage.addProject(project);
      return;
    }
    case 'memories': {
      const archived = readMemoryRecord(record, limits);
      if ('invalid' in archived) {
        report.memory(idOf(record), 'invalid', `memories[${at}]: ${archived.invalid}`);
        return;
      }
      const { memoryId, content } = archived.memory;
      const here = await store.byId(memoryId);
      if (here === null && (await erasures.erasedAmong([memoryId])).has(memoryId)) {
        report.memory(memoryId, 'skipped_erased', 'It was erased here');
      } else if (here === null) {
        if (await stage.addMemory(archived)) report.memory(memoryId, 'created', 'It is not here yet');
        else report.memory(memoryId, 'invalid', `memories[${at}]: the archive has this memory_id twice`);
      } else if (here.content === content) {
        report.memory(memoryId, 'skipped', 'It is here with the same content');
      } else report.memory(memoryId, 'conflict', 'It is here with another content, which was kept');
      return;
    }
    case 'audit_runs': {
      const run = readAuditRunRecord(record);
      if ('invalid' in run) throw damaged(`audit_runs[${at}]: ${run.invalid}`);
      const isKnown = await archives.hasAuditRun(run.runId);
      const left = await withoutErased(run, erasures);
      const stored = left === run ? run : { ...left, counts: countByKind(left.findings) };
      report.auditRun(!isKnown && (await stage.addAuditRun(stored)));
      return;
    }
    case 'relations': {
      const relation = readRelationRecord(record);
      if ('invalid' in relation) throw damaged(`relations[${at}]: ${relation.invalid}`);
      if (!(await stage.addRelation(relation))) report.relation(false);
    }
  }
}

/** Adds related memories to the created items that are active. Only memories older than this import count. */
async function withRelated(deps: ImportDependencies, items: readonly ImportItem[]): Promise<ImportItem[]> {
  const ids = items.flatMap(({ memoryId, action }) => (action === 'created' ? [memoryId!] : []));
  const created = new Map((await deps.store.byIds(ids)).map((memory) => [memory.memoryId, memory]));
  const from = Math.min(...Array.from(created.values(), ({ key }) => key));
  const relatedTo = createImportRelated(deps);
  const reported: ImportItem[] = [];
  for (const item of items) {
    const memory = created.get(item.memoryId ?? '');
    const isActive = memory !== undefined && !isArchived(memory, deps.clock());
    reported.push(isActive ? { ...item, ...(await relatedTo(memory, memory.key, { from })) } : item);
  }
  return reported;
}

/** Returns the memory_id of an invalid record if it is a string of at most 64 characters, otherwise null. */
function idOf(record: unknown): string | null {
  const id = (record as { memory_id?: unknown } | null)?.memory_id;
  return typeof id === 'string' && id.length <= 64 ? id : null;
}
