import { rename, rm, writeFile } from 'node:fs/promises';
import { checkSize, decode } from './read-picture.js';

/** 1 to 100; a thumbnail is seen small. */
const QUALITY = 85;

/**
 * The size of a picture as it is shown: turned as its EXIF data say, in whatever format they stand. All of it is decoded, a few rows at a
 * time, so that one that breaks off is refused; rejects with a PictureError as `readPicture` does.
 */
export async function measurePicture(path: string): Promise<{ width: number; height: number }> {
  const { width, height, autoOrient } = await decode(path, (image) => image.metadata());
  checkSize(width, height);
  await decode(path, (image) => image.resize(1, 1, { fit: 'fill' }).raw().toBuffer());
  return { width: autoOrient.width, height: autoOrient.height };
}

/** Writes a picture as a JPEG that fits into a square of `side` pixels, upright: complete, or not at all. */
export async function writeThumbnail(path: string, outputPath: string, side: number): Promise<void> {
  const { width, height } = await decode(path, (image) => image.metadata());
  checkSize(width, height);
  const jpeg = await decode(path, (image) =>
    image
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .jpeg({ quality: QUALITY })
      .toBuffer(),
  );
  const draft = `${outputPath}.${crypto.randomUUID()}`;
  try {
    await writeFile(draft, jpeg);
    await rename(draft, outputPath);
  } finally {
    await rm(draft, { force: true });
  }
}
