import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CatalogKind } from '../../domain/catalog/catalog-entry.js';
import type { StoredFile } from '../../ports/catalog.js';

/** Clips and pictures of the service itself; heads lie with the models. */
const SOURCES_DIR = fileURLToPath(new URL('../../../sources', import.meta.url));
const LICENCE = 'CC0-1.0';

/** The faces and source clips that ship; no real person is depicted. The first of each is the default. */
export async function shippedMedia(
  modelsDir: string,
): Promise<Partial<Record<CatalogKind, readonly StoredFile[]>>> {
  const heads = join(modelsDir, 'heads');
  return {
    faces: [
      await file('ada.glb', join(heads, 'ada.glb'), 'A woman with long hair; a head in three dimensions'),
      await file('leo.glb', join(heads, 'leo.glb'), 'A man with short hair; a head in three dimensions'),
      await file('ada-portrait.png', join(heads, 'ada.png'), 'Ada as a picture'),
      await file('leo-portrait.png', join(heads, 'leo.png'), 'Leo as a picture'),
    ],
    sources: [
      await file('ada-listening.mp4', join(SOURCES_DIR, 'ada-listening.mp4'), 'Ada listening: eight seconds'),
    ],
  };
}

async function file(fileName: string, path: string, description: string): Promise<StoredFile> {
  const { size } = await stat(path);
  return { fileName, path, bytes: size, isLink: false, shipped: { licence: LICENCE, description } };
}
