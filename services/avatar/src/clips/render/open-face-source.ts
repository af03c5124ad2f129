import { readImage } from '@anima/face';
import type { MaybePromise } from '@anima/service/maybe-promise';
import type { ByPath } from '../../media/media-ref.js';
import type { ClipOptions, ClipSubject } from '../clip-payload.js';
import type { RenderContext } from '../clip-renderer.js';
import { type ClipSize, clipSize } from './clip-size.js';
import { openClipSource } from './clip-source.js';
import type { Drawing, DrawOrder } from './drawing-engine.js';
import { type FaceFinder, noFace } from './face-finder.js';
import type { FaceSource, PictureSource } from './face-source.js';
import type { RenderResources } from './render-resources.js';

/**
 * Opens an image or clip and draws over its face with the function that `prepare` returns. Rejects with
 * `face_missing`.
 */
export async function beginOverSource(
  studio: RenderResources,
  order: DrawOrder,
  context: RenderContext,
  prepare: (source: FaceSource) => MaybePromise<Drawing['draw']>,
): Promise<Drawing> {
  return drawOver(await openFaceSource(studio, order, context), prepare);
}

/** The same for a source that is open, and is closed where it cannot be prepared. */
export async function drawOver<Source extends FaceSource>(
  source: Source,
  prepare: (source: Source) => MaybePromise<Drawing['draw']>,
): Promise<Drawing> {
  try {
    return { ...source, draw: await prepare(source) };
  } catch (error) {
    await source.close();
    throw error;
  }
}

async function openFaceSource(
  studio: RenderResources,
  order: DrawOrder,
  context: RenderContext,
): Promise<FaceSource> {
  const { subject, options } = order;
  const size = clipSize(subject, options.width);
  switch (subject.kind) {
    case 'picture':
      return openPictureSource(studio.finder, subject, { ...size, faceAt: options.faceAt });
    case 'clip':
      return openClipSource(studio, { ...order, subject, ...size }, context);
    case 'head':
      throw new Error('Expected a picture or a clip, received a head');
  }
}

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
