import { createRequire } from 'node:module';

/** See calibration/README.md. */
export interface CalibrationPair {
  a: string;
  b: string;
  /** Whether both are about one thing. */
  alike: boolean;
  /** For bge-small-en-v1.5-int8. */
  cosine: number;
}

/** The pairs that ship. */
export function readCalibrationPairs(): CalibrationPair[] {
  return createRequire(import.meta.url)('../../../calibration/pairs.json');
}
