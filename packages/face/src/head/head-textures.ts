import { sharedBytes } from '../shared-memory.js';
import type { Glb } from './glb.js';
import { viewBytes } from './gltf-accessor.js';
import { entryOf, referenceAt } from './gltf-json.js';
import type { Material } from './gltf-material.js';
import type { HeadTexture } from './head.js';
import { HeadError } from './head-error.js';
import type { HeadPictures } from './head-pictures.js';

/** Pixels a side: more than a picture of 2048 can show of a head. */
export const LARGEST_SIDE = 2048;
/** Pixels that are decoded for one file, one picture after the other: forty of 4096 x 4096, some ten seconds. */
export const MAX_DECODED = 40 * 4096 ** 2;
/** Pixels of all textures together, 64 MB; beyond it the sides are halved. */
const LARGEST_TOTAL = 2 ** 24;

/** The pictures of the materials, one texture for each material, decoded and multiplied by its colour. Throws HeadError. */
export async function readTextures(
  glb: Glb,
  materials: readonly Material[],
  reader: HeadPictures,
): Promise<readonly HeadTexture[]> {
  const pictures = await Promise.all(materials.map(({ image }) => openPicture(glb, image, reader)));
  const decoded = pictures.reduce((sum, picture) => sum + (picture ? picture.width * picture.height : 0), 0);
  if (decoded > MAX_DECODED)
    throw new HeadError(
      `Expected pictures of at most ${MAX_DECODED} pixels for all materials of the GLB, received ${decoded}`,
    );
  let largest = LARGEST_SIDE;
  const total = (): number =>
    pictures.reduce((sum, picture) => sum + (picture ? fitted(picture, largest).pixels : 1), 0);
  while (total() > LARGEST_TOTAL) largest /= 2;
  const textures: HeadTexture[] = [];
  // One after the other: a picture that is being decoded takes many times its size.
  for (const [i, material] of materials.entries()) {
    const picture = pictures[i];
    textures.push(
      picture
        ? await decode(picture, fitted(picture, largest), material, reader)
        : plainTexture(material.colour),
    );
  }
  return textures;
}

interface Picture {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

async function openPicture(
  glb: Glb,
  index: number | undefined,
  reader: HeadPictures,
): Promise<Picture | undefined> {
  if (index === undefined) return undefined;
  const view = referenceAt(entryOf(glb.json, 'images', index), 'bufferView');
  if (view === undefined)
    throw new HeadError(`Expected the pictures of the GLB inside it; images[${index}] lies in another file`);
  const bytes = viewBytes(glb.json, glb.binary, view);
  try {
    return { bytes, ...(await reader.size(bytes)) };
  } catch (cause) {
    throw new HeadError(`images[${index}] of the GLB is no picture that can be read (PNG, JPEG, WebP)`, {
      cause,
    });
  }
}

function fitted(
  { width, height }: Picture,
  largest: number,
): { width: number; height: number; pixels: number } {
  const scale = Math.min(1, largest / Math.max(width, height));
  const w = Math.max(1, Math.round(width * scale));
  const h = Math.max(1, Math.round(height * scale));
  return { width: w, height: h, pixels: w * h };
}

async function decode(
  { bytes }: Picture,
  { width, height }: { width: number; height: number },
  { repeats, colour }: Material,
  reader: HeadPictures,
): Promise<HeadTexture> {
  try {
    const raw = await reader.decode(bytes, width, height);
    const pixels = sharedBytes(raw.length);
    pixels.set(raw);
    tint(pixels, colour);
    return { width, height, pixels, repeats };
  } catch (cause) {
    throw new HeadError('A picture of the GLB is damaged: it cannot be decoded', { cause });
  }
}

function plainTexture(colour: readonly number[]): HeadTexture {
  const pixels = sharedBytes(4).fill(255);
  tint(pixels, colour);
  return { width: 1, height: 1, pixels, repeats: false };
}

/** Multiplies by a linear colour: with gamma taken as a power it may be applied to the coded values, coded alike. */
function tint(pixels: Uint8Array, colour: readonly number[]): void {
  if (colour.every((value) => value === 1)) return;
  const factors = colour.map((value, k) => {
    const held = Math.min(1, Math.max(0, value));
    return k < 3 ? held ** (1 / 2.2) : held;
  });
  for (let i = 0; i < pixels.length; i++) pixels[i] = Math.round(pixels[i]! * factors[i % 4]!);
}
