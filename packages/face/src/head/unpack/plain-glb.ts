import { LARGEST_FILE, readGlb } from '../glb.js';
import { HeadError } from '../head-error.js';
import { readPackedGeometry } from './packed-geometry.js';
import { readPackedPictures } from './packed-pictures.js';
import { isPacked } from './packings.js';
import { rebuildGlb } from './rebuild-glb.js';

/**
 * The same GLB without compressed meshes and pictures: every other byte, name and index stays. Returns `bytes` if nothing is
 * compressed. Throws HeadError for a file that is damaged, or larger than a GLB may be once it is unpacked.
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
