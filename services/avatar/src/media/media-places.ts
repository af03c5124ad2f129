import { join, sep } from 'node:path';
import { type JobMedia, type MediaKind, type MediaRef, mediaKinds } from './media-ref.js';
import type { ShippedMedia } from './shipped-media.js';

/** Prefix of drafts. They are in the same file system as their final place, and listings skip the dot. */
export const DRAFT = '.draft-';
/** Separates the id of a job and the name of a part. */
const PART = '.';

/** Maps refs to local folders and files. */
export interface MediaLocator {
  /** Returns the real path of the folder of a kind of job output. */
  folderOf(kind: MediaKind): string;
  /** Returns the path of a ref. The parts of a ref are validated before they are joined. */
  pathOf(ref: MediaRef): string;
}

export function createMediaPlaces(
  folders: ReadonlyMap<MediaKind, string>,
  { catalog, shipped }: { catalog: string; shipped: ShippedMedia },
): MediaLocator {
  const folderOf = (kind: MediaKind) => folders.get(kind)!;
  return {
    folderOf,
    pathOf(ref) {
      switch (ref.kind) {
        case 'audio':
        case 'video':
          return join(folderOf(ref.kind), jobFolder(ref.jobId, ref.part), ref.name);
        case 'faces':
        case 'sources': {
          const file = shipped[ref.kind].find(({ fileName }) => fileName === ref.name);
          return file?.path ?? join(catalog, ref.kind, ref.name);
        }
        case 'local_file':
          return ref.path;
      }
    },
  };
}

/** The folder of a job, or of a part of it, in that of its kind. */
export function jobFolder(jobId: string, part: string | undefined): string {
  return part === undefined ? jobId : `${jobId}${PART}${part}`;
}

/** The job whose folder this is, or that of a part of it. */
export function jobOfFolder(folder: string): Pick<JobMedia, 'jobId' | 'part'> {
  const at = folder.indexOf(PART);
  return at === -1 ? { jobId: folder } : { jobId: folder.slice(0, at), part: folder.slice(at + 1) };
}

/** Parses a path below the folder of a kind. Returns null if it is not a file of a job. */
export function jobMediaAt(kind: MediaKind, inside: string): JobMedia | null {
  const [folder, name, ...deeper] = inside.split(sep);
  if (name === undefined || deeper.length > 0) return null;
  const ref = { kind, ...jobOfFolder(folder!), name };
  return isPlausible(ref) ? ref : null;
}

/** Returns whether a ref names a file directly in an allowed folder. */
export function isPlausible(ref: MediaRef): boolean {
  if (ref.kind === 'local_file') return true;
  if (!(mediaKinds as readonly string[]).includes(ref.kind)) return isFileName(ref.name);
  const { jobId, part, name } = ref as JobMedia;
  const isFolder = isFileName(jobId) && !jobId.startsWith('.') && !jobId.includes(PART);
  return isFolder && (part === undefined || isFileName(part)) && isFileName(name);
}

function isFileName(name: unknown): boolean {
  return typeof name === 'string' && !/^\.{0,2}$|[/\\\0]/.test(name);
}
