import { createFrame, readImage } from '@anima/face';
import { openClip } from '../../media/ffmpeg/clip-reader.js';
import { lookLimits } from '../../media/ffmpeg/start-ffmpeg.js';
import type { ByPath } from '../../media/media-ref.js';
import type { ClipOptions, ClipSubject } from '../clip-payload.js';
import { clipFps, clipSize } from './clip-size.js';
import { type FaceFinder, noFace } from './face-finder.js';
import type { RenderResources } from './render-resources.js';

const PROBED_FRAMES = 8;

/** Rejects a subject that cannot be drawn: no visible face, or an invalid head. */
export async function assertDrawable(
  { ffmpeg, finder, headAt }: Pick<RenderResources, 'ffmpeg' | 'finder' | 'headAt'>,
  subject: ClipSubject<ByPath>,
  { faceAt, signal }: { faceAt: ClipOptions['faceAt']; signal: AbortSignal },
): Promise<void> {
  switch (subject.kind) {
    case 'head':
      await headAt(subject.path);
      return;
    case 'picture': {
      const size = clipSize(subject, null);
      const picture = await readImage(subject.path, { longestSide: Math.max(size.width, size.height) });
      if ((await finder.find(picture, faceAt)) === null) throw noFace('picture');
      return;
    }
    case 'clip':
      await assertFaceInClip(ffmpeg(), finder, { subject, signal });
  }
}

/** Looks at frames spread over the clip: one with a face is enough. */
async function assertFaceInClip(
  ffmpeg: string,
  finder: FaceFinder,
  { subject, signal }: { subject: ClipSubject<ByPath> & { kind: 'clip' }; signal: AbortSignal },
): Promise<void> {
  const size = clipSize(subject, null);
  const frame = createFrame(size.width, size.height);
  const fps = clipFps(subject, null);
  const clip = await openClip(ffmpeg, subject, { ...size, fit: 'cover', fps, limits: lookLimits, signal });
  for (let look = 0; look < PROBED_FRAMES; look++) {
    const first = Math.floor((subject.duration * fps * look) / PROBED_FRAMES);
    signal.throwIfAborted();
    const reader = clip.frames(first, first > 0);
    try {
      // A seek without a frame is not an error of the clip.
      const isThere = await reader
        .read(frame.bytes)
        .catch((error) => (first > 0 ? false : Promise.reject(error)));
      if (isThere && (await finder.find(frame, null)) !== null) return;
    } finally {
      reader.close();
    }
  }
  throw noFace('clip');
}
