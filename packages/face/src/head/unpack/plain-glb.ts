import { LARGEST_FILE, readGlb } from '../glb.js';
import { HeadError } from '../head-error.js';
import { readPackedGeometry } from './packed-geometry.js';
import { readPackedPictures } from './packed-pictures.js';
import { isPacked } from './packings.js';
import { rebuildGlb } from './rebuild-glb.js';

/**
 * Unpacks compressed meshes and images of a GLB. All other data, names and indices stay the same. Returns `bytes` itself for a file
 * without compression. Throws HeadError for a damaged file, or for one that is too large once it is unpacked.
 */
export async function plainGlb(bytes: Uint8Array): Promise<Uint8Array> {
  const file = readGlb(bytes);
  if (!isPacked(file.json)) return bytes;
  const geometry = await readPackedGeometry(file);
  const pictures = await readPackedPictures(file);
  const plain = rebuildGlb(file, geometry, pictures);
  if (plain.length > LARGEST_FILE)
    throw new HeadError(
      `Expected a GLB of at most ${LARGEST_FILE / 2 ** 20} MB once it is unpacked, received ${plain.length} bytes`,
    );
  return plain;
}
