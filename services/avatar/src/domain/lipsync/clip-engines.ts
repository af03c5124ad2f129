import { AppError } from '@anima/service/errors';
import type { ClipRenderer } from '../../ports/clip-renderer.js';
import type { ClipSubject, RenderEngineName } from './clip-payload.js';

/** The engines that can draw it; the first is taken where none is asked for. */
export function fittingEngines({ kind }: ClipSubject): readonly RenderEngineName[] {
  return kind === 'head' ? ['head'] : ['mesh', 'wav2lip'];
}

/** Refuses an engine that cannot draw this, or is not here. */
export async function chooseEngine(
  renderer: Pick<ClipRenderer, 'engines'>,
  asked: RenderEngineName | 'auto',
  subject: ClipSubject,
): Promise<RenderEngineName> {
  const fitting = fittingEngines(subject);
  if (asked === 'auto') return fitting[0]!;
  if (!fitting.includes(asked))
    throw new AppError(
      'engine_not_fitting',
      `Expected ${fitting.join(' or ')} for engine, as the ${subject.name === null ? 'file' : 'entry'} is a ${subject.kind}, received ${asked}`,
    );
  if (!(await renderer.engines()).includes(asked))
    throw new AppError(
      'model_not_found',
      `The engine ${asked} needs a model that is not here: npx anima models fetch ${asked}`,
    );
  return asked;
}
