import { isoTime } from '@anima/service/schema';
import type { ArchiveSelection, ArchiveSnapshot } from '../../ports/archive-store.js';
import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  type ArchiveHeader,
  type ArchiveSection,
  archiveSections,
  createArchiveDigest,
} from './archive-format.js';
import { toAuditRunRecord } from './audit-run-record.js';
import { toMemoryRecord, toProjectRecord } from './memory-record.js';
import { wellFormed } from './well-formed.js';

/** Written at once; between two pieces the event loop serves others. */
const PIECE_CHARACTERS = 1 << 16;

/**
 * The text of an archive, piece by piece, one record a line. Holds one record and one piece at a time; the snapshot
 * must stay open until the end.
 */
export async function* writeArchive(
  snapshot: ArchiveSnapshot,
  selection: ArchiveSelection,
  about: { createdAt: number; serviceVersion: string },
): AsyncGenerator<Uint8Array> {
  const header: ArchiveHeader = {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    created_at: isoTime(about.createdAt),
    service_version: about.serviceVersion,
    counts: snapshot.counts(selection),
  };
  const digest = createArchiveDigest();
  let text = `${JSON.stringify(header).slice(0, -1)}`;
  for (const section of archiveSections) {
    text += `,\n"${section}":[`;
    let separator = '\n';
    for (const stored of records(snapshot, selection, section)) {
      const record = wellFormed(stored);
      digest.add(section, record);
      text += separator + JSON.stringify(record);
      separator = ',\n';
      if (text.length < PIECE_CHARACTERS) continue;
      yield Buffer.from(text);
      text = '';
    }
    text += '\n]';
  }
  yield Buffer.from(`${text},\n"sha256":"${digest.finish({ ...header })}"}\n`);
}

function* records(
  snapshot: ArchiveSnapshot,
  selection: ArchiveSelection,
  section: ArchiveSection,
): Generator<object> {
  switch (section) {
    case 'projects':
      for (const project of snapshot.projects(selection)) yield toProjectRecord(project);
      return;
    case 'memories':
      for (const memory of snapshot.memories(selection)) yield toMemoryRecord(memory);
      return;
    case 'audit_runs':
      for (const run of snapshot.auditRuns(selection)) yield toAuditRunRecord(run);
  }
}
