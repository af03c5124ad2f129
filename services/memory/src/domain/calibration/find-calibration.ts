import type { EmbeddingModel } from '../../ports/text-embedder.js';
import { bgeSmall } from './bge-small-en-v1.5-int8.js';
import type { Calibration } from './calibration.js';

const calibrations: readonly Calibration[] = [bgeSmall];

/** The one of this model, or of files whose vectors may stand beside its; null where nothing was ever tuned on it. */
export function findCalibration({ name, revision, comparableRevisions }: EmbeddingModel): Calibration | null {
  const own = [revision, ...comparableRevisions];
  return (
    calibrations.find(
      ({ model, revisions }) => model === name && revisions.some((made) => own.includes(made)),
    ) ?? null
  );
}
