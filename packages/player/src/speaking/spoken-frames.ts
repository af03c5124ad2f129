import type { HeardMoment } from '../sound/sound-output.js';

/** Frames as they come. */
export interface TakenFrames {
  number: number;
  firstFrame: number;
  values: Float32Array;
  last: boolean;
}

/** Which values belong to a moment of the sound that is heard: between two frames, what lies between them. */
export interface SpokenFrames {
  take(frames: TakenFrames): void;
  /** `width` values; null where there are none of that moment. */
  at(heard: HeardMoment): Float32Array | null;
  forget(): void;
}

export function createSpokenFrames({ fps, width }: { fps: number; width: number }): SpokenFrames {
  let taken: TakenFrames[] = [];
  const countOf = ({ values }: TakenFrames) => values.length / width;

  function rowOf(number: number, frame: number): Float32Array | null {
    const found = taken.find(
      (each) => each.number === number && frame >= each.firstFrame && frame < each.firstFrame + countOf(each),
    );
    if (found === undefined) return null;
    const from = (frame - found.firstFrame) * width;
    return found.values.subarray(from, from + width);
  }

  /** The sound may end within the frame behind the last one. */
  function lastRowOf(number: number, frame: number): Float32Array | null {
    const found = taken.findLast((each) => each.number === number && each.last);
    return found === undefined || found.firstFrame + countOf(found) !== frame
      ? null
      : found.values.subarray(-width);
  }

  return {
    take: (frames) => {
      if (frames.values.length > 0) taken.push(frames);
    },
    at(heard) {
      const position = heard.seconds * fps;
      const frame = Math.floor(position);
      // What was heard is not asked for again.
      while (taken[0] !== undefined && isBefore(taken[0], heard.number, frame)) taken.shift();
      const before = rowOf(heard.number, frame) ?? lastRowOf(heard.number, frame);
      if (before === null) return null;
      const after = rowOf(heard.number, frame + 1) ?? before;
      return before.map((value, i) => value + (after[i]! - value) * (position - frame));
    },
    forget() {
      taken = [];
    },
  };

  function isBefore(frames: TakenFrames, number: number, frame: number): boolean {
    if (frames.number === number) return !frames.last && frames.firstFrame + countOf(frames) <= frame;
    return taken.some((each) => each.number === number);
  }
}
