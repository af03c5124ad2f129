import type { TimeRange } from './spoken-timeline.js';

/**
 * The moment that each frame from `first` to before `end` shows, in seconds: the middle of its time, or another moment of its time where
 * something must be seen that falls between two middles: lips that close for 40 ms would else stay open at 25 frames a second.
 *
 * `claims` are what must be seen, the most important kind first, each kind in order. Each claims the frame that has to move least; a
 * frame shows one. What finds no frame of its own is not seen, but among its equals it is: they share the frame.
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

/** The middle of a frame's time, in seconds. */
export function middleOf(frame: number, fps: number): number {
  return (frame + 0.5) / fps;
}
