import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@anima/service/errors';
import type { StoredFile } from '../catalog/catalog-store-port.js';
import type { Media } from '../catalog/media-format.js';
import type { MediaRef, VisualKind } from './media-ref.js';

/** Clips and images of the service; heads are in the models folder. */
const SOURCES_DIR = fileURLToPath(new URL('../../sources', import.meta.url));
const LICENCE = 'CC0-1.0';
/** scripts/make-source-clip.mjs makes it. */
const listening = { duration: 8, fps: 25, hasAudio: false } as const;

/** Names of the persons in models/heads. */
const PERSONS = [
  { name: 'ada', is: 'A woman with long hair' },
  { name: 'leo', is: 'A man with short hair' },
  { name: 'mei', is: 'A woman with a black bob' },
  { name: 'kofi', is: 'A man with cropped hair and a beard' },
  { name: 'grace', is: 'An elderly woman with silver hair' },
  { name: 'pip', is: 'A young person as in an animated film' },
] as const;

/** Catalog files that ship with the service and are not in its folders. */
export type ShippedMedia = Record<VisualKind, readonly (StoredFile & { path: string })[]>;

/** The faces and source clips that ship; no real person is depicted. The first of each is the default. */
export async function shippedMedia(modelsDir: string): Promise<ShippedMedia> {
  const heads = join(modelsDir, 'heads');
  const head = { kind: 'head', format: 'glb' } as const;
  const portrait = { kind: 'picture', format: 'png', width: 1024, height: 1024 } as const;
  const clip = { kind: 'clip', format: 'mp4', width: 512, height: 512, ...listening } as const;
  return {
    faces: await Promise.all([
      ...PERSONS.map(({ name, is }) =>
        file(`${name}.glb`, join(heads, `${name}.glb`), head, `${is}; a head in three dimensions`),
      ),
      ...PERSONS.map(({ name }) =>
        file(`${name}-portrait.png`, join(heads, `${name}.png`), portrait, `${capital(name)} as a picture`),
      ),
    ]),
    sources: [await file('ada-listening.mp4', join(SOURCES_DIR, 'ada-listening.mp4'), clip, 'Ada listening')],
  };
}

/** Whether a ref means one of these, which lie on every machine. */
export function isShipped(shipped: ShippedMedia, ref: MediaRef): boolean {
  if (ref.kind !== 'faces' && ref.kind !== 'sources') return false;
  return shipped[ref.kind].some(({ fileName }) => fileName === ref.name);
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

async function file(fileName: string, path: string, media: Media, description: string) {
  const { size } = await stat(path).catch((error: unknown) => {
    throw new AppError(
      'unavailable',
      `${path}, which ships with the service, is missing: clone the repository again, or set ANIMA_MODELS_DIR to its models`,
      {
        cause: error,
      },
    );
  });
  return { fileName, path, bytes: size, isLink: false, shipped: { licence: LICENCE, description, media } };
}
