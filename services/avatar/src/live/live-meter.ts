/** What is counted of live sessions. */
export interface LiveMeter {
  /** Milliseconds from the clause to its first sound. */
  firstSound(ms: number): void;
  interruption(): void;
  /** Sound came later than it should have been heard, though its text was there. */
  underrun(): void;
}
