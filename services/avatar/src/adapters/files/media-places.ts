import { join, sep } from 'node:path';
import { type JobMedia, type MediaKind, type MediaRef, mediaKinds } from '../../domain/media-ref.js';
import type { ShippedMedia } from './shipped-media.js';

/** Drafts lie in the same file system as what they become, and begin with a dot: no listing shows them. */
export const DRAFT = '.draft-';
/** Between the id of a job and the name of a part of it. */
const PART = '.';

/** Which folder or file of this machine a ref means. */
export interface MediaLocator {
  /** The real path of the folder of what jobs make. */
  folderOf(kind: MediaKind): string;
  /** Where a ref would lie; whatever it says is joined to a path. */
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

/** The file of a job by its path from the folder of its kind on; null where those of jobs do not lie. */
export function jobMediaAt(kind: MediaKind, inside: string): JobMedia | null {
  const [folder, name, ...deeper] = inside.split(sep);
  if (name === undefined || deeper.length > 0) return null;
  const ref = { kind, ...jobOfFolder(folder!), name };
  return isPlausible(ref) ? ref : null;
}

/** Whether it names a file of a folder that it may name one of, and nothing above or beside. */
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
