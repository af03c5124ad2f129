import type { MediaRef } from '../media/media-ref.js';
import type { CatalogDefaults, CatalogKind, EntryNotes } from './catalog-entry.js';
import type { Media } from './media-format.js';

/**
 * Stores the files of the catalog. A file appears under its name only when it is complete and durable, with
 * its notes, and never replaces another one, also if several processes write. Drafts of a killed process are
 * gone after the next start, or are not visible.
 */
export interface CatalogStore {
  /**
   * Lists the files that ship, then the other files of a kind in the order of their names. Hidden files and
   * folders are skipped.
   */
  files(kind: CatalogKind): Promise<StoredFile[]>;
  /**
   * Reads a text file of the catalog. Returns null if it does not exist. Rejects an oversized file with
   * `media_unreadable`.
   */
  readText(kind: CatalogKind, fileName: string): Promise<string | null>;
  /** Creates a draft that is not visible before it is published. */
  draft(kind: CatalogKind): Promise<CatalogDraft>;
  /** Removes files of a kind by name. Names that do not exist cause no error. */
  remove(kind: CatalogKind, fileNames: readonly string[]): Promise<void>;
  /** Returns the chosen defaults, null for each that was not chosen. */
  defaults(): Promise<CatalogDefaults>;
  /** Changes only the given defaults, also if another process changes others concurrently. */
  changeDefaults(changes: Partial<CatalogDefaults>): Promise<void>;
  /**
   * Opens a file that a caller names, for reading from start to end. Rejects with `path_not_allowed` or
   * `path_not_found`, and with `media_unreadable` if the path is not a regular file.
   */
  open(path: string): Promise<AsyncIterable<Uint8Array>>;
}

export interface StoredFile {
  fileName: string;
  bytes: number;
  isLink: boolean;
  /** Metadata of a file that ships with the service and cannot be removed; null for other files. */
  shipped: (EntryNotes & { media: Media }) | null;
}

export interface CatalogDraft {
  /** To be opened by until it is published; it is not listed. */
  readonly file: MediaRef;
  /**
   * Writes the content as it arrives and returns its size in bytes. Rejects more than `maxBytes` with
   * `media_too_large`.
   */
  fill(content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<number>;
  /**
   * Publishes the draft under its name with `notes` next to it as a JSON file (`ada.json` for `ada.png`), and
   * removes older notes. Rejects a name that is taken with `catalog_name_taken`; in a shared store a file
   * with another extension takes the name as well.
   */
  publish(fileName: string, notes: string | null): Promise<void>;
  /** Removes the draft if it was not published. */
  discard(): Promise<void>;
}
