/** As a camera was held: 1 upright, 3 upside down, 6 and 8 on a side; 2, 4, 5 and 7 are those mirrored. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** As many first bytes as `orientationOf` wants to see: the segment it looks for comes early and holds at most 64 KiB. */
export const EXIF_BYTES = 128 * 1024;

const ORIENTATION_TAG = 0x0112;
const SHORT = 3;

/** How a JPEG is to be turned to be seen upright; 1 where it does not say. Exif 2.32 (CIPA DC-008), sections 4.5 and 4.6. */
export function orientationOf(jpeg: Buffer): Orientation {
  const tiff = findTiff(jpeg);
  if (tiff === null || tiff.length < 8) return 1;
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return 1;
  const count = short(directory);
  for (let i = 0; i < count; i++) {
    const entry = directory + 2 + i * 12;
    if (entry + 12 > tiff.length) break;
    if (short(entry) !== ORIENTATION_TAG || short(entry + 2) !== SHORT) continue;
    const value = short(entry + 8);
    return value >= 1 && value <= 8 ? (value as Orientation) : 1;
  }
  return 1;
}

/** The content of the Exif segment: markers follow one another until the picture begins. */
function findTiff(jpeg: Buffer): Buffer | null {
  for (let at = 2; at + 4 <= jpeg.length && jpeg[at] === 0xff; ) {
    const marker = jpeg[at + 1]!;
    const size = jpeg.readUInt16BE(at + 2);
    if (marker === 0xda || size < 2) return null;
    if (marker === 0xe1 && jpeg.toString('latin1', at + 4, at + 10) === 'Exif\0\0')
      return jpeg.subarray(at + 10, at + 2 + size);
    at += 2 + size;
  }
  return null;
}
