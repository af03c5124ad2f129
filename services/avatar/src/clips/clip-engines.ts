import { AppError } from '@anima/service/errors';
import type { ClipSubject } from './clip-payload.js';
import type { ClipRenderer } from './clip-renderer.js';
import type { FaceEngine } from './face-engine.js';

/** The engine that is taken where none is asked for. */
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
