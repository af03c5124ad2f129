import type { MediaRef } from '../media/media-ref.js';
import type { CatalogDefaults, CatalogKind, EntryNotes } from './catalog-entry.js';
import type { Media } from './media-format.js';

/**
 * The files of the catalog. Promises: a file appears under its name only when it is complete and durable, with its notes, and never
 * in place of another one, whichever process puts it there; what a killed process left half written is gone after the next start,
 * or is not seen.
 */
export interface CatalogStore {
  /**
   * The files that ship, then what there is of a kind now, in the order of the names; hidden files and folders are
   * not shown.
   */
  files(kind: CatalogKind): Promise<StoredFile[]>;
  /** A text of the catalog itself; null where it is missing. Refuses one that is far too long with `media_unreadable`. */
  readText(kind: CatalogKind, fileName: string): Promise<string | null>;
  /** A file nobody sees before it is published. */
  draft(kind: CatalogKind): Promise<CatalogDraft>;
  /** Removes files of a kind by their names; what is not there is no error. */
  remove(kind: CatalogKind, fileNames: readonly string[]): Promise<void>;
  /** What was chosen; null where nothing was. */
  defaults(): Promise<CatalogDefaults>;
  /** Those that are named, and no others, also where another process changes them meanwhile. */
  changeDefaults(changes: Partial<CatalogDefaults>): Promise<void>;
  /**
   * A file a caller names, to be read from beginning to end. Refuses with `path_not_allowed`, `path_not_found`, and with
   * `media_unreadable` what is no regular file.
   */
  open(path: string): Promise<AsyncIterable<Uint8Array>>;
}

export interface StoredFile {
  fileName: string;
  bytes: number;
  isLink: boolean;
  /** Of a file that ships with the service and cannot be removed: what there is to know of it. */
  shipped: (EntryNotes & { media: Media }) | null;
}

export interface CatalogDraft {
  /** To be opened by until it is published; it is not listed. */
  readonly file: MediaRef;
  /** Writes as it comes; returns how many bytes. Refuses more than `maxBytes` with `media_too_large`. */
  fill(content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<number>;
  /**
   * Gives it its name, with `notes` beside it as the text of a JSON file (`ada.json` for `ada.png`); older ones are gone. Refuses a name
   * that is taken with `catalog_name_taken`: of a store that processes share, also by a file with another ending.
   */
  publish(fileName: string, notes: string | null): Promise<void>;
  /** Removes what was not published. */
  discard(): Promise<void>;
}
