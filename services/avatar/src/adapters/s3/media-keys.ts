import { sep } from 'node:path';
import { isPlausible, jobFolder, jobMediaAt } from '../../media/media-places.js';
import {
  isMediaRef,
  type JobMedia,
  type MediaKind,
  type MediaRef,
  type VisualKind,
} from '../../media/media-ref.js';

/** S3 takes keys of 1,024 bytes: with a prefix, a version and a name. */
const MAX_PLACE_BYTES = 256;
const MAX_NAME_BYTES = 255;

/** Names of objects in the bucket. `ObjectSets` describes the objects of a place. */

/** The defaults of the catalog. */
export const CATALOG_DEFAULTS = 'catalog/defaults.json';

/** Returns the place of a ref, or null if the bucket cannot contain it. */
export function placeOf(ref: MediaRef): string | null {
  if (!isMediaRef(ref) || ref.kind === 'local_file' || !isPlausible(ref) || !ref.name.isWellFormed())
    return null;
  const place = 'jobId' in ref ? placeOfJob(ref.kind, ref.jobId, ref.part) : placeOfEntry(ref.kind, ref.name);
  const fits = Buffer.byteLength(place) <= MAX_PLACE_BYTES && Buffer.byteLength(ref.name) <= MAX_NAME_BYTES;
  return fits ? place : null;
}

/** Returns the place of the output of a job or of a part of it. */
export function placeOfJob(kind: MediaKind, jobId: string, part?: string): string {
  return `media/${kind}/${jobFolder(jobId, part)}`;
}

/** Returns the prefixes of the keys of a job and of its parts. */
export function startsOfJob(kind: MediaKind, jobId: string): string[] {
  return [`media/${kind}/${jobId}/`, `media/${kind}/${jobId}.`];
}

export const addressOfKind = (kind: MediaKind | VisualKind) =>
  kind === 'audio' || kind === 'video' ? `media/${kind}/` : `catalog/${kind}/`;

/** Parses the path below the place of a kind to the job media that it names. */
export function jobMediaOf(kind: MediaKind, inside: string): JobMedia | null {
  return jobMediaAt(kind, inside.replaceAll('/', sep));
}

/**
 * An entry of the catalog with its notes: one place for a name in upper or lower case and with any ending, so that only one of
 * those who want it can have it.
 */
export function placeOfEntry(kind: string, fileName: string): string {
  const stem = fileName.slice(0, Math.max(0, fileName.lastIndexOf('.'))).toLowerCase();
  // A dot alone would be a folder to some servers.
  return `catalog/${kind}/${encodeURIComponent(stem).replace(/^\.+$/, '%2E')}`;
}
