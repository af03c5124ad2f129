import type { MaybePromise } from '@anima/service/maybe-promise';
import type { RenderContext } from '../../ports/render-context.js';
import { clipSize } from './clip-size.js';
import { openClipSource } from './clip-source.js';
import type { Drawing, DrawOrder } from './drawing-engine.js';
import type { FaceSource } from './face-source.js';
import { openPictureSource } from './picture-source.js';
import type { RenderResources } from './studio.js';

/** Opens a picture or clip whose face is drawn over; what it is drawn with is told by `prepare`. Refuses with `face_missing`. */
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
