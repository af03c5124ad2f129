import { createHash } from 'node:crypto';
import { AppError } from '@anima/service/errors';
import { canonicalJson } from './canonical-json.js';

export const ARCHIVE_FORMAT = 'anima-memory-archive';
export const ARCHIVE_VERSION = 1;

/** The lists of every archive. */
export const requiredSections = ['projects', 'memories', 'audit_runs'] as const;
/** All lists, in the order in which they are written; where there are no relations, there is no list of them. */
export const archiveSections = [...requiredSections, 'relations'] as const;
export type ArchiveSection = (typeof archiveSections)[number];

export type ArchiveCounts = Record<(typeof requiredSections)[number], number> & { relations?: number };

/** What stands in an archive beside its lists and its digest. */
export interface ArchiveHeader {
  format: typeof ARCHIVE_FORMAT;
  version: typeof ARCHIVE_VERSION;
  created_at: string;
  service_version: string;
  counts: ArchiveCounts;
}

/**
 * The `sha256` of an archive: of one line `<list> <digest>` a list, then the header, as canonical JSON. The digest of a
 * list is of its records, each as canonical JSON and a line feed; a list of no relations has no line. So it depends on no layout, covers the header as
 * well, and records can be read in the order in which they come.
 */
export interface ArchiveDigest {
  add(section: ArchiveSection, record: unknown): void;
  counts(): ArchiveCounts;
  /** Hex. */
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

/** Relations are counted where there are any. */
export function countsOf({ relations, ...counts }: Record<ArchiveSection, number>): ArchiveCounts {
  return relations === 0 ? counts : { ...counts, relations };
}

/** The lists that an archive of so many records has. */
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
