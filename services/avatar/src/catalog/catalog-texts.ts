import { AppError } from '@anima/service/errors';
import type { CatalogDefaults } from './catalog-entry.js';

/** The small texts of a catalog, wherever they lie. */

/** Notes and presets have some hundred bytes. */
export const MAX_TEXT_BYTES = 64 * 1024;
const noDefaults: CatalogDefaults = { voice: null, face: null, source: null };

export function assertTextSize(bytes: number): void {
  if (bytes > MAX_TEXT_BYTES)
    throw new AppError(
      'media_unreadable',
      `Expected at most ${MAX_TEXT_BYTES} bytes of JSON, received ${bytes}`,
    );
}

/** Of a text that may be missing; `place` is where a person would look for it. */
export function defaultsIn(text: string | null, place: string): CatalogDefaults {
  if (text === null) return noDefaults;
  try {
    return { ...noDefaults, ...(JSON.parse(text) as Partial<CatalogDefaults>) };
  } catch (cause) {
    throw new AppError('unavailable', `${place} is not valid JSON: repair or remove it`, { cause });
  }
}

export const writeDefaults = (defaults: CatalogDefaults): string => `${JSON.stringify(defaults, null, 2)}\n`;

/** "ada.json" for "ada.png". */
export function notesNameOf(fileName: string): string {
  return `${fileName.slice(0, fileName.lastIndexOf('.'))}.json`;
}

export function nameTaken(fileName: string): AppError {
  return new AppError('catalog_name_taken', `There is a file named ${fileName} already`);
}
