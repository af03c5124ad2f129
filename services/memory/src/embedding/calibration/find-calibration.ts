import type { EmbeddingModel } from '../text-embedder.js';
import { bgeSmall } from './bge-small-en-v1.5-int8.js';
import type { Calibration } from './calibration.js';
import type { FittedThresholds } from './fit-calibration.js';
import { multilingualE5 } from './multilingual-e5-small.js';

/** The result of `anima calibrate` for one model on this machine. */
export type FittedCalibration = FittedThresholds & Pick<EmbeddingModel, 'name' | 'revision'>;

/** Calibrations of the models that ship. */
export const calibrations: readonly Calibration[] = [bgeSmall, multilingualE5];

/**
 * Returns the calibration of this model or of a comparable revision. A shipped calibration has priority over a calibration that
 * was fitted on this machine, which lacks `related`. Returns null if the model has no calibration.
 */
export function findCalibration(
  { name, revision, comparableRevisions, comparesWith }: EmbeddingModel,
  fitted: FittedCalibration | null = null,
): Calibration | null {
  const own = [revision, ...comparableRevisions];
  const shipped = calibrations.find(
    ({ model, revisions }) => model === name && revisions.some((made) => own.includes(made)),
  );
  if (shipped !== undefined) return shipped;
  if (fitted === null || fitted.name !== name) return null;
  if (!own.includes(fitted.revision) && !comparesWith?.(fitted.revision)) return null;
  const { similarCosine, questions, statements } = fitted;
  return {
    model: name,
    revisions: [fitted.revision],
    similarCosine,
    questions,
    statements,
    related: null,
  };
}
