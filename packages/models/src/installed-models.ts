import type { Engine } from './model.js';
import { checkModel } from './model-state.js';
import { readTable } from './table/read-table.js';

/** A model that can be loaded now. */
export interface InstalledModel {
  readonly name: string;
  readonly engine: Engine;
  readonly licence: string;
  /** False: another export, whose checksum is in no table. */
  readonly verified: boolean;
  /** Absolute, in the order of the table. */
  readonly paths: readonly string[];
}

/**
 * What of the table is in the data directory, whole and with the right checksum. A file is read once and then known by its
 * size and time, so that this takes milliseconds at every start but the first; `anima models verify` reads all again.
 * Rejects with ModelsError `table_invalid`.
 */
export async function installedModels(dataDir: string): Promise<readonly InstalledModel[]> {
  const installed: InstalledModel[] = [];
  for (const model of await readTable(dataDir)) {
    const { state, paths } = await checkModel(dataDir, model);
    if (state !== 'installed' && state !== 'own') continue;
    const { name, engine, licence } = model;
    installed.push({ name, engine, licence, verified: state === 'installed', paths });
  }
  return installed;
}
