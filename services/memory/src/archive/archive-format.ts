import { createHash } from 'node:crypto';
import { AppError } from '@anima/service/errors';
import { canonicalJson } from './canonical-json.js';

export const ARCHIVE_FORMAT = 'anima-memory-archive';
export const ARCHIVE_VERSION = 1;

/** Lists that every archive has. */
export const requiredSections = ['projects', 'memories', 'audit_runs'] as const;
/**
 * All lists, in the order in which they are written. An archive without relations has no list of relations.
 */
export const archiveSections = [...requiredSections, 'relations'] as const;
export type ArchiveSection = (typeof archiveSections)[number];

export type ArchiveCounts = Record<(typeof requiredSections)[number], number> & { relations?: number };

/** Members of an archive other than its lists and its digest. */
export interface ArchiveHeader {
  format: typeof ARCHIVE_FORMAT;
  version: typeof ARCHIVE_VERSION;
  created_at: string;
  service_version: string;
  counts: ArchiveCounts;
}

/**
 * Computes the `sha256` of an archive. It covers one line `<list> <digest>` per list, followed by the header
 * as canonical JSON. The digest of a list covers its records, each as canonical JSON and a line feed; an
 * empty list of relations has no line. The digest does not depend on the layout of the file, and records can
 * be added in the order in which they are read.
 */
export interface ArchiveDigest {
  add(section: ArchiveSection, record: unknown): void;
  counts(): ArchiveCounts;
  /** Returns the digest in hexadecimal. Records cannot be added afterwards. */
  finish(header: Record<string, unknown>): string;
}

export function createArchiveDigest(): ArchiveDigest {
  const hashes = new Map(archiveSections.map((section) => [section, createHash('sha256')]));
  const counts = { projects: 0, memories: 0, audit_runs: 0, relations: 0 };
  return {
    add(section, record) {
      counts[section]++;
      hashes.get(section)!.update(`${canonical(record)}\n`);
    },
    counts: () => countsOf(counts),
    finish(header) {
      const lines = sectionsOf(countsOf(counts)).map(
        (section) => `${section} ${hashes.get(section)!.digest('hex')}\n`,
      );
      return createHash('sha256')
        .update(lines.join('') + canonical(header))
        .digest('hex');
    },
  };
}

/** Returns the counts of an archive. Omits `relations` if its count is 0. */
export function countsOf({ relations, ...counts }: Record<ArchiveSection, number>): ArchiveCounts {
  return relations === 0 ? counts : { ...counts, relations };
}

/** Returns the lists of an archive with these counts. */
export function sectionsOf({ relations }: ArchiveCounts): readonly ArchiveSection[] {
  return relations === undefined ? requiredSections : archiveSections;
}

function canonical(value: unknown): string {
  const text = canonicalJson(value);
  if (text === undefined) throw damaged('a text in it holds half of a surrogate pair');
  return text;
}

export function notAnArchive(why: string): AppError {
  return new AppError('not_an_archive', `Expected an archive written by /export: ${why}`);
}

export function damaged(why: string): AppError {
  return new AppError(
    'archive_damaged',
    `The archive was changed or cut short: ${why}. Nothing was imported`,
  );
}
