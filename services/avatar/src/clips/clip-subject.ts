import { AppError } from '@anima/service/errors';
import type { Media } from '../catalog/media-format.js';
import type { MediaRef } from '../media/media-ref.js';
import type { ClipSubject } from './clip-payload.js';
import type { ClipRenderer, FaceEngine } from './clip-renderer.js';

/** Returns the subject of a probed file. */
export function toSubject(name: string | null, file: MediaRef, media: Media): ClipSubject {
  switch (media.kind) {
    case 'head':
      return { name, file, kind: 'head' };
    case 'picture': {
      const { format, width, height } = media;
      return { name, file, kind: 'picture', format, width, height };
    }
    case 'clip': {
      return { name, file, ...media };
    }
  }
}

/** Returns the default engine of a subject. */
export function usualEngine(engines: readonly FaceEngine[], subject: ClipSubject): FaceEngine {
  const engine = engines.find((each) => each.fits(subject));
  if (engine !== undefined) return engine;
  throw new Error(`No engine draws a ${subject.kind}`);
}

/** Refuses an engine that cannot draw this, or is not here. */
export async function chooseEngine(
  { engines, usable }: Pick<ClipRenderer, 'engines' | 'usable'>,
  asked: string,
  subject: ClipSubject,
): Promise<FaceEngine> {
  if (asked === 'auto') return usualEngine(engines, subject);
  const fitting = engines.filter((engine) => engine.fits(subject));
  const engine = fitting.find(({ name }) => name === asked);
  if (engine === undefined)
    throw new AppError(
      'engine_not_fitting',
      `Expected ${fitting.map(({ name }) => name).join(' or ')} for engine, as the ${subject.name === null ? 'file' : 'entry'} is a ${subject.kind}, received ${asked}`,
    );
  if (!(await usable()).includes(engine))
    throw new AppError(
      'model_not_found',
      `The engine ${asked} needs a model that is not here: npx anima models fetch ${engine.needs.join(' ')}`,
    );
  return engine;
}
