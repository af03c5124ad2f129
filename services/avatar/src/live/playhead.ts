/** How far what was sent reaches beyond what can have been heard, if it is played as soon as it comes. */
export interface Playhead {
  add(seconds: number): void;
  /** Below 0: so long there was nothing to play. */
  aheadMs(): number;
  /** What was sent is not played. */
  reset(): void;
}

/** `clock` in milliseconds. */
export function createPlayhead(clock: () => number): Playhead {
  let playedUntil = Number.NEGATIVE_INFINITY;
  return {
    add(seconds) {
      playedUntil = Math.max(playedUntil, clock()) + seconds * 1000;
    },
    aheadMs: () => playedUntil - clock(),
    reset() {
      playedUntil = Number.NEGATIVE_INFINITY;
    },
  };
}
