import type { Calibration } from './calibration/calibration.js';

/**
 * Returns whether the model understands the text: false if most letters belong to scripts that are unknown to it. A model
 * without a calibration is assumed to understand every text.
 */
export function knowsLanguage(calibration: Calibration | null, text: string): boolean {
  const unknown = calibration?.unknownCharacters;
  if (unknown === undefined) return true;
  const countOf = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return 2 * countOf(unknown) <= countOf(/\p{L}/gu);
}
