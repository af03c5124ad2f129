import { AppError } from '@anima/service/errors';
import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  type ArchiveSection,
  archiveSections,
  createArchiveDigest,
  damaged,
  notAnArchive,
  requiredSections,
} from './archive-format.js';
import { JsonSyntaxError, JsonTooLargeError, splitJson } from './json-splitter.js';

/** Record of an archive that is not validated yet. `at` counts from 0 within its list. */
export interface ArchiveEntry {
  section: ArchiveSection;
  at: number;
  record: unknown;
}

/** Maximum size of a record, such as a memory with a long history or an audit run. */
const MAX_RECORD_BYTES = 64 * 1024 * 1024;

const headerNames = ['format', 'version', 'created_at', 'service_version', 'counts', 'sha256'];

/**
 * Yields the records of a plain archive in file order, for any layout and order of the members. Callers must
 * not use the records until the generator ends without an error, because the digest and the counts are
 * compared at the end. Throws `not_an_archive`, `archive_damaged` or `archive_too_large`.
 */
export async function* readArchive(text: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  const members = new Map<string, unknown>();
  const digest = createArchiveDigest();
  const options = { arrays: archiveSections, strings: [], maxValueBytes: MAX_RECORD_BYTES };
  try {
    for await (const part of splitJson(text, options)) {
      if (part.kind === 'element') {
        const section = part.key as ArchiveSection;
        const at = digest.counts()[section] ?? 0;
        digest.add(section, part.value);
        yield { section, at, record: part.value };
        continue;
      }
      const { key } = part;
      if (members.has(key)) throw unlike(members, 'a member stands in it twice');
      // The message does not name the member, because the file may contain private data of others.
      if (part.kind === 'value' && !headerNames.includes(key))
        throw unlike(members, 'it holds a member that archives do not have');
      members.set(key, part.kind === 'value' ? part.value : null);
      if (key === 'format' || key === 'version') requireKnownFormat(members);
    }
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw unlike(members, error.message);
    if (error instanceof JsonTooLargeError) {
      const megabytes = MAX_RECORD_BYTES / 1024 / 1024;
      throw new AppError(
        'archive_too_large',
        `Expected records of at most ${megabytes} MiB, received a longer one`,
      );
    }
    throw error;
  }
  requireWhole(members, digest);
}

function requireKnownFormat(members: ReadonlyMap<string, unknown>): void {
  if (members.has('format') && members.get('format') !== ARCHIVE_FORMAT) {
    throw notAnArchive(`its format is not "${ARCHIVE_FORMAT}"`);
  }
  if (members.has('version') && members.get('version') !== ARCHIVE_VERSION) {
    throw notAnArchive(`this service reads version ${ARCHIVE_VERSION}, its version is another`);
  }
}

function requireWhole(
  members: ReadonlyMap<string, unknown>,
  digest: ReturnType<typeof createArchiveDigest>,
): void {
  if (!members.has('format')) throw notAnArchive('it names no format');
  const missing = [...headerNames, ...requiredSections].find((name) => !members.has(name));
  if (missing !== undefined) throw damaged(`it has no "${missing}"`);
  const { sha256, ...header } = Object.fromEntries(
    [...members].filter(([name]) => headerNames.includes(name)),
  );
  const [told, found] = [header.counts as Record<string, unknown> | null, digest.counts()];
  for (const section of archiveSections) {
    if (told?.[section] !== found[section])
      throw damaged(`its counts of ${section} do not agree with its records`);
  }
  if (digest.finish(header) !== sha256) throw damaged('its sha256 does not agree with its records');
}

/**
 * Creates the error for unreadable text: `archive_damaged` if its format was read before and matches,
 * otherwise `not_an_archive`.
 */
function unlike(members: ReadonlyMap<string, unknown>, why: string): AppError {
  return members.get('format') === ARCHIVE_FORMAT ? damaged(why) : notAnArchive(why);
}
