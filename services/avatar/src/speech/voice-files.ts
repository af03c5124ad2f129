import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { nameOfFile } from '../catalog/catalog-entry.js';
import type { LeftOut } from './voice-family.js';

export interface VoiceFile {
  path: string;
  fileName: string;
  bytes: number;
}

/** Files of a folder whose names end so, in the order of their names; none where there is no such folder. */
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

/** Calls `take` for each file under the name of its voice; what it throws leaves the file out, and so does a name that is taken. */
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
      if (taken.has(name.toLowerCase()))
        throw new Error(`Expected a name of its own, received ${name} again`);
      take(name, file);
      taken.add(name.toLowerCase());
    } catch (error) {
      onLeftOut(file.path, (error as Error).message);
    }
  }
}
