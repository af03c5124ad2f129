import { createRequire } from 'node:module';

/** A pair of statements to calibrate with, see calibration/README.md. */
export interface CalibrationPair {
  a: string;
  b: string;
  /** Whether both statements have the same subject. */
  alike: boolean;
  /** Cosine of bge-small-en-v1.5-int8. */
  cosine: number;
}

/** Reads the pairs that are part of the package. */
export function readCalibrationPairs(): CalibrationPair[] {
  return createRequire(import.meta.url)('../../../calibration/pairs.json');
}
