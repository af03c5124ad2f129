import { AppError } from '@anima/service/errors';
import type { MediaProbe } from '../media/media-probe.js';
import type { CatalogMedia, VisualKind } from '../media/media-ref.js';
import { type CatalogProblem, type EntryNotes, type MediaEntry, nameOfFile } from './catalog-entry.js';
import type { CatalogStore, StoredFile } from './catalog-store-port.js';
import { hasMediaExtension, type Media } from './media-format.js';
import { readNotes } from './stored-text.js';

/** Media kinds that each catalog kind accepts. */
const accepted: Record<VisualKind, { kinds: readonly Media['kind'][]; words: string }> = {
  faces: { kinds: ['picture', 'head'], words: 'a picture (png, jpg, webp, avif) or a head (glb, vrm)' },
  sources: { kinds: ['clip'], words: 'a clip (mp4, mov, webm, mkv, gif)' },
};
const noNotes: EntryNotes = { licence: null, description: null };

/** A file that has a name in the catalog. */
export interface NamedFile extends StoredFile {
  name: string;
  file: CatalogMedia;
  /** Notes file of the entry, or null. */
  notes: StoredFile | null;
}

/** Refuses what opens, but as something else than this kind takes. */
export function assertKind(kind: VisualKind, media: Media): void {
  const { kinds, words } = accepted[kind];
  if (!kinds.includes(media.kind))
    throw new AppError('media_kind_wrong', `Expected ${words}, received a ${media.kind} (${media.format})`);
}

/**
 * Maps the names of a kind to files without opening them, and lists the files without a name. If two names
 * differ only in case, the first file has the name.
 */
export async function namedFiles(
  store: CatalogStore,
  kind: VisualKind,
): Promise<{ files: NamedFile[]; problems: CatalogProblem[] }> {
  const stored = await store.files(kind);
  const notesOf = new Map(stored.filter(isNotes).map((file) => [stemOf(file), file]));
  const byName = new Map<string, NamedFile>();
  const problems: CatalogProblem[] = [];
  for (const file of stored) {
    if (isNotes(file)) continue;
    const name = nameOfFile(file.fileName);
    const other = byName.get(name.toLowerCase());
    const message = whyNot(file, name, other, accepted[kind].words);
    if (message !== null) problems.push({ kind, file: file.fileName, message });
    else {
      const notes = notesOf.get(stemOf(file)) ?? null;
      byName.set(name.toLowerCase(), { ...file, name, file: { kind, name: file.fileName }, notes });
    }
  }
  return { files: [...byName.values()], problems };
}

function whyNot(file: StoredFile, name: string, other: NamedFile | undefined, words: string): string | null {
  if (file.isLink) return 'Expected a file, received a link: copy the file, or register its path';
  if (!hasMediaExtension(file.fileName)) return `Expected ${words}, received a file of another ending`;
  if (name === '') return 'Expected a file name with a letter or digit from a to z or 0 to 9';
  return other === undefined ? null : `Expected another name: ${other.fileName} goes by "${other.name}"`;
}

/** Probes a file. The probe caches the result. */
export async function describeFile(
  { store, probe }: { store: CatalogStore; probe: MediaProbe },
  kind: VisualKind,
  { name, file, bytes, notes, shipped }: NamedFile,
  signal?: AbortSignal,
): Promise<MediaEntry> {
  if (shipped !== null) return { name, file, bytes, isShipped: true, ...shipped };
  const media = await probe.probe(file, signal);
  assertKind(kind, media);
  const text = notes === null ? null : await store.readText(kind, notes.fileName);
  return { name, file, bytes, isShipped: false, media, ...(text === null ? noNotes : readNotes(text)) };
}

const isNotes = ({ fileName }: StoredFile) => fileName.toLowerCase().endsWith('.json');
const stemOf = ({ fileName }: StoredFile) => fileName.slice(0, fileName.lastIndexOf('.'));
