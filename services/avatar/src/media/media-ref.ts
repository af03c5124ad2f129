import type { AllowedPaths } from '@anima/service/files';

/**
 * Identifies a file wherever its bytes are stored. Jobs and the catalog contain refs, which are valid on
 * other machines too. Only the media store knows paths.
 */
export type MediaRef = JobMedia | CatalogMedia | LocalFile;

/** Kinds of job output. */
export const mediaKinds = ['audio', 'video'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** Kinds of catalog images and clips. */
export const visualKinds = ['faces', 'sources'] as const;
export type VisualKind = (typeof visualKinds)[number];

/** A file that a job has made. */
export interface JobMedia {
  kind: MediaKind;
  jobId: string;
  /** Part of a job that is complete before the whole job. */
  part?: string;
  name: string;
}

/** A file of the catalog by its file name, including files that ship. */
export interface CatalogMedia {
  kind: VisualKind;
  name: string;
}

/**
 * A file that a caller has named by its path, or that lies here for a while: of this machine by nature. It is not taken into the store when
 * a job is accepted, as a clip of gigabytes would be copied for each job that looks at a second of it. A job with such a file can
 * run where the same folders are mounted at the same place, and is refused with `path_not_found` elsewhere.
 */
export interface LocalFile {
  kind: 'local_file';
  /** The real one, absolute. */
  path: string;
}

/** How a payload names a file, and how those name it who work with it where it lies. */
export interface ByRef {
  file: MediaRef;
}
export interface ByPath {
  path: string;
}

/** Returns the ref of a path that a caller names. Rejects with `path_not_allowed` and `path_not_found`. */
export async function localFile(paths: Pick<AllowedPaths, 'readable'>, path: string): Promise<LocalFile> {
  return { kind: 'local_file', path: await paths.readable(path) };
}

/** Validates an untrusted value. It does not check whether the file exists. */
export function isMediaRef(value: unknown): value is MediaRef {
  const { kind, jobId, part, name, path } = Object(value) as Record<string, unknown>;
  const isText = (field: unknown) => typeof field === 'string';
  if (kind === 'local_file') return isText(path);
  if (visualKinds.some((each) => each === kind)) return isText(name);
  const isPart = part === undefined || isText(part);
  return mediaKinds.some((each) => each === kind) && isText(jobId) && isPart && isText(name);
}

/** The same for the same ref: to remember things by. */
export function mediaKey(ref: MediaRef): string {
  if (ref.kind === 'local_file') return `${ref.kind}:${ref.path}`;
  const { jobId, part, name } = { jobId: '', part: '', ...ref };
  return [ref.kind, jobId, part, name].join('/');
}
