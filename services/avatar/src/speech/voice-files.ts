import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { nameOfFile } from '../catalog/catalog-entry.js';
import type { LeftOut } from './voice-family.js';

export interface VoiceFile {
  path: string;
  fileName: string;
  bytes: number;
}

/**
 * Lists the files of a folder with this extension by name. Returns an empty list if the folder does not
 * exist.
 */
export function filesEndingWith(folder: string, ending: string): VoiceFile[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
  return names
    .filter((name) => name.endsWith(ending) && !name.startsWith('.'))
    .toSorted()
    .map((fileName) => ({ path: join(folder, fileName), fileName }))
    .flatMap(({ path, fileName }) => {
      const info = statSync(path, { throwIfNoEntry: false });
      return info?.isFile() ? [{ path, fileName, bytes: info.size }] : [];
    });
}

/** Calls `take` with the voice name of each file. A file is skipped if its name is taken or `take` throws. */
export function takeVoices(
  files: readonly VoiceFile[],
  prefix: string,
  onLeftOut: LeftOut,
  take: (name: string, file: VoiceFile) => void,
): void {
  const taken = new Set<string>();
  for (const file of files) {
    try {
      const name = nameOfFile(prefix + file.fileName);
      if (taken.has(name.toLowerCase())) throw new Error(`Expected a unique name, received ${name} again`);
      take(name, file);
      taken.add(name.toLowerCase());
    } catch (error) {
      onLeftOut(file.path, (error as Error).message);
    }
  }
}
