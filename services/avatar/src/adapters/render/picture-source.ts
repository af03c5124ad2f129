import { readImage } from '@anima/face';
import type { ClipOptions, ClipSubject } from '../../domain/lipsync/clip-payload.js';
import type { ByPath } from '../../domain/media-ref.js';
import type { ClipSize } from './clip-size.js';
import { type FaceFinder, noFace } from './face-finder.js';
import type { PictureSource } from './face-source.js';

/** A picture whose face speaks: found once, and the same in every frame. */
export async function openPictureSource(
  finder: FaceFinder,
  { path }: ClipSubject<ByPath> & { kind: 'picture' },
  { width, height, faceAt }: ClipSize & Pick<ClipOptions, 'faceAt'>,
): Promise<PictureSource> {
  const picture = await readImage(path, { longestSide: Math.max(width, height) });
  const face = await finder.find(picture, faceAt);
  if (face === null) throw noFace('picture');
  return {
    kind: 'picture',
    width: picture.width,
    height: picture.height,
    picture,
    face,
    async next(into) {
      into.bytes.set(picture.bytes);
      return { points: face.points, index: 0 };
    },
    track: { frames: 1, framesWithFace: 1, cached: false },
    notes: () => [],
    close: async () => {},
  };
}
