import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@anima/service/errors';
import type { Media } from '../../domain/catalog/media-format.js';
import type { MediaRef, VisualKind } from '../../domain/media-ref.js';
import type { StoredFile } from '../../ports/catalog.js';

/** Clips and pictures of the service itself; heads lie with the models. */
const SOURCES_DIR = fileURLToPath(new URL('../../../sources', import.meta.url));
const LICENCE = 'CC0-1.0';
/** scripts/make-source-clip.mjs makes it. */
const listening = { duration: 8, fps: 25, hasAudio: false } as const;

/** Files of the catalog that lie with the service and not in its folders. */
export type ShippedMedia = Record<VisualKind, readonly (StoredFile & { path: string })[]>;

/** The faces and source clips that ship; no real person is depicted. The first of each is the default. */
export async function shippedMedia(modelsDir: string): Promise<ShippedMedia> {
  const heads = join(modelsDir, 'heads');
  const head = { kind: 'head', format: 'glb' } as const;
  const portrait = { kind: 'picture', format: 'png', width: 1024, height: 1024 } as const;
  const clip = { kind: 'clip', format: 'mp4', width: 512, height: 512, ...listening } as const;
  return {
    faces: [
      await file(
        'ada.glb',
        join(heads, 'ada.glb'),
        head,
        'A woman with long hair; a head in three dimensions',
      ),
      await file(
        'leo.glb',
        join(heads, 'leo.glb'),
        head,
        'A man with short hair; a head in three dimensions',
      ),
      await file('ada-portrait.png', join(heads, 'ada.png'), portrait, 'Ada as a picture'),
      await file('leo-portrait.png', join(heads, 'leo.png'), portrait, 'Leo as a picture'),
    ],
    sources: [await file('ada-listening.mp4', join(SOURCES_DIR, 'ada-listening.mp4'), clip, 'Ada listening')],
  };
}

/** Whether a ref means one of these, which lie on every machine. */
export function isShipped(shipped: ShippedMedia, ref: MediaRef): boolean {
  if (ref.kind !== 'faces' && ref.kind !== 'sources') return false;
  return shipped[ref.kind].some(({ fileName }) => fileName === ref.name);
}

async function file(fileName: string, path: string, media: Media, description: string) {
  const { size } = await stat(path).catch((error: unknown) => {
    throw new AppError(
      'unavailable',
      `Found no ${path}, which ships with the service: clone it anew, or set ANIMA_MODELS_DIR to its models`,
      {
        cause: error,
      },
    );
  });
  return { fileName, path, bytes: size, isLink: false, shipped: { licence: LICENCE, description, media } };
}
