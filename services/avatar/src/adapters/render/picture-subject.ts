import { boxOfFace, type Frame, prepareStill, readPicture } from '@anima/face';
import { AppError } from '@anima/service/errors';
import type { ClipOptions, ClipSubject, RenderEngineName } from '../../domain/lipsync/clip-payload.js';
import type { ByPath } from '../../domain/media-ref.js';
import type { ClipSize } from './clip-size.js';
import type { FaceFinder } from './face-finder.js';
import type { OpenSubject } from './open-subject.js';

/** A picture whose face speaks: found once, and moved in every frame. */
export async function openPictureSubject(
  finder: FaceFinder,
  subject: ClipSubject<ByPath> & { kind: 'picture' },
  size: ClipSize,
  faceAt: ClipOptions['faceAt'],
  engine: RenderEngineName,
): Promise<OpenSubject> {
  const picture = await readPicture(subject.path, { longestSide: Math.max(size.width, size.height) });
  const face = await finder.find(picture, faceAt);
  if (face === null) throw noFace('picture');
  const box = engine === 'wav2lip' ? boxOfFace(face.points, picture) : null;
  const mesh = engine === 'mesh' ? await finder.use((models) => prepareStill(models, picture, face)) : null;
  return {
    width: picture.width,
    height: picture.height,
    face: mesh === null ? null : { kind: 'mesh', source: mesh },
    rendererKey: crypto.randomUUID(),
    async source(_frame: number, into: Frame) {
      into.bytes.set(picture.bytes);
      return { points: face.points, box };
    },
    track: { frames: 1, framesWithFace: 1, cached: false },
    notes: () => [],
    close: async () => {},
  };
}

export function noFace(kind: 'picture' | 'clip'): AppError {
  return new AppError(
    'face_missing',
    `Expected a ${kind} in which a face can be seen from the front, found none: take another, or one in which it is larger`,
  );
}
