import { isoTime } from '@anima/service/schema';
import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  type ArchiveHeader,
  type ArchiveSection,
  createArchiveDigest,
  sectionsOf,
} from './archive-format.js';
import type { ArchiveSelection, ArchiveSnapshot } from './archive-store.js';
import { toAuditRunRecord } from './audit-run-record.js';
import { toMemoryRecord, toProjectRecord } from './memory-record.js';
import { toRelationRecord } from './relation-record.js';
import { wellFormed } from './well-formed.js';

/** Minimum number of characters per piece. Between two pieces the event loop handles other work. */
const PIECE_CHARACTERS = 1 << 16;

/**
 * Yields the text of an archive in pieces, with one record per line. Holds one page of the snapshot and one
 * piece in memory at a time. The snapshot must stay open until the generator ends.
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
    counts: await snapshot.counts(selection),
  };
  const digest = createArchiveDigest();
  let text = `${JSON.stringify(header).slice(0, -1)}`;
  for (const section of sectionsOf(header.counts)) {
    text += `,\n"${section}":[`;
    let separator = '\n';
    for await (const page of records(snapshot, selection, section)) {
      for (const stored of page) {
        const record = wellFormed(stored);
        digest.add(section, record);
        text += separator + JSON.stringify(record);
        separator = ',\n';
        if (text.length < PIECE_CHARACTERS) continue;
        yield Buffer.from(text);
        text = '';
      }
    }
    text += '\n]';
  }
  yield Buffer.from(`${text},\n"sha256":"${digest.finish({ ...header })}"}\n`);
}

async function* records(
  snapshot: ArchiveSnapshot,
  selection: ArchiveSelection,
  section: ArchiveSection,
): AsyncGenerator<readonly object[]> {
  switch (section) {
    case 'projects':
      for await (const page of snapshot.projects(selection)) yield page.map(toProjectRecord);
      return;
    case 'memories':
      for await (const page of snapshot.memories(selection)) yield page.map(toMemoryRecord);
      return;
    case 'audit_runs':
      for await (const page of snapshot.auditRuns(selection)) yield page.map(toAuditRunRecord);
      return;
    case 'relations':
      for await (const page of snapshot.relations(selection)) yield page.map(toRelationRecord);
  }
}
