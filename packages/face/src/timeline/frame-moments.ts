import type { TimeRange } from './spoken-timeline.js';

/**
 * Returns the moment that each frame from `first` to before `end` shows, in seconds. This is the middle of
 * its time, or another moment of its time if an event between two middles must be visible: at 25 frames each
 * second, lips that close for 40 ms could otherwise stay open.
 * `claims` are the events that must be visible, with the most important kind first, each kind in order. Each
 * event claims the frame that moves least; a frame shows one event. An event without a free frame is not
 * shown, unless an equal event shares its frame.
 */
export function frameMoments(
  fps: number,
  first: number,
  end: number,
  claims: readonly (readonly TimeRange[])[],
): Float64Array {
  const moments = Float64Array.from({ length: Math.max(0, end - first) }, (_, i) => middleOf(first + i, fps));
  const taken = new Uint8Array(moments.length);
  for (const claim of claims.flat()) {
    let best = -1;
    let bestMoment = 0;
    let leastMove = Number.POSITIVE_INFINITY;
    const last = Math.min(end - 1, Math.floor(claim.end * fps));
    for (let frame = Math.max(first, Math.floor(claim.start * fps)); frame <= last; frame++) {
      if (taken[frame - first] === 1) continue;
      const middle = middleOf(frame, fps);
      const moment = Math.min(claim.end, Math.max(claim.start, middle));
      const move = Math.abs(moment - middle);
      if (move >= leastMove) continue;
      [best, bestMoment, leastMove] = [frame - first, moment, move];
    }
    if (best < 0) continue;
    taken[best] = 1;
    moments[best] = bestMoment;
  }
  return moments;
}

/** Returns the middle of the time of a frame, in seconds. */
export function middleOf(frame: number, fps: number): number {
  return (frame + 0.5) / fps;
}
