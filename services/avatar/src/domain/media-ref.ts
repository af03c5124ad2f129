import type { AllowedPaths } from '@anima/service/files';

/**
 * Which file is meant, wherever its bytes lie: what jobs and the catalog hold, and what another machine can make something of. Only the
 * media store knows a path for it.
 */
export type MediaRef = JobMedia | CatalogMedia | LocalFile;

/** What jobs make. */
export const mediaKinds = ['audio', 'video'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** Of the catalog: what is seen, as files that were made elsewhere. */
export const visualKinds = ['faces', 'sources'] as const;
export type VisualKind = (typeof visualKinds)[number];

/** A file that a job has made. */
export interface JobMedia {
  kind: MediaKind;
  jobId: string;
  /** Of what is complete before the whole job is. */
  part?: string;
  name: string;
}

/** A file of the catalog by its file name, also one that ships. */
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

/** What a caller names. Refuses with `path_not_allowed` and `path_not_found`. */
export async function localFile(paths: Pick<AllowedPaths, 'readable'>, path: string): Promise<LocalFile> {
  return { kind: 'local_file', path: await paths.readable(path) };
}

/** Of what may come from anywhere. Whether there is such a file is another question. */
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
