import type { TimedExpression } from '../../expression/expression.js';
import type { TimeRange } from '../time-range.js';

/** What of the speech the rest of the face answers to. Seconds; all in order. */
export interface Rhythm {
  readonly phrases: readonly TimeRange[];
  readonly stresses: readonly Stress[];
  /** Where the voice rises to a question's end. */
  readonly questions: readonly number[];
  /** Where it goes over to another expression. */
  readonly expressions?: readonly TimedExpression[];
}

export interface Stress {
  readonly seconds: number;
  /** 0 to 1: how much it stands out among the others. */
  readonly strength: number;
}
