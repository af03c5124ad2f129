import type { PlaybackTime } from '../sound/sound-output.js';

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
  /** `width` values; 0 between utterances. */
  at(heard: PlaybackTime | null): Float32Array;
  forget(): void;
}

/** For motion that has no life of its own between utterances: visemes. */
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

  return {
    take: (frames) => {
      if (frames.values.length > 0) taken.push(frames);
    },
    at(heard) {
      const shown = new Float32Array(width);
      if (heard === null) return shown;
      const position = heard.seconds * fps;
      const frame = Math.floor(position);
      // What was heard is not asked for again.
      while (taken[0] !== undefined && isBefore(taken[0], heard.number, frame)) taken.shift();
      const before = rowOf(heard.number, frame);
      const after = rowOf(heard.number, frame + 1) ?? before;
      if (before === null || after === null) return shown;
      for (let i = 0; i < width; i++) shown[i] = before[i]! + (after[i]! - before[i]!) * (position - frame);
      return shown;
    },
    forget() {
      taken = [];
    },
  };

  function isBefore(frames: TakenFrames, number: number, frame: number): boolean {
    if (frames.number === number) return frames.firstFrame + countOf(frames) <= frame;
    return taken.some((each) => each.number === number);
  }
}
