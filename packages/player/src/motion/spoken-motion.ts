import { LIVE_VALUES } from '@anima/face/motion';
import { between } from './idle-face.js';

export interface ReceivedMotion {
  /** Number of the utterance. */
  number: number;
  firstFrame: number;
  /** Frame after frame, LIVE_VALUES each. */
  values: Float32Array;
  /** The last frames of the utterance. */
  last: boolean;
}

export interface PlaybackTime {
  /** Number of the utterance. */
  number: number;
  seconds: number;
}

/** Received frames, until their audio has been played. */
export interface SpokenMotion {
  take(motion: ReceivedMotion): void;
  /** Returns the frame at a moment, or null if it is late or over. Drops earlier frames. */
  at(heard: PlaybackTime): Float32Array | null;
  forget(): void;
  /** How many frames are kept. */
  held(): number;
}

interface Utterance {
  first: number;
  frames: Float32Array[];
}

/** Seconds: clocks of sound step back a little. */
const RETAINED_SECONDS = 0.5;
/** Seconds of all utterances together; a server sends 10 ahead at most. */
const MAX_SECONDS = 120;

export function createSpokenMotion(fps: number, width: number = LIVE_VALUES.length): SpokenMotion {
  /** In the order in which they are played. */
  const utterances = new Map<number, Utterance>();
  let held = 0;

  function drop(utterance: Utterance, count: number): void {
    const dropped = utterance.frames.splice(0, count).length;
    utterance.first += dropped;
    held -= dropped;
  }

  function dropBefore(number: number): void {
    for (const [each, utterance] of utterances) {
      if (each === number) return;
      drop(utterance, utterance.frames.length);
      utterances.delete(each);
    }
  }

  return {
    take: ({ number, firstFrame, values }) => {
      const utterance = utterances.get(number) ?? { first: firstFrame, frames: [] };
      utterances.set(number, utterance);
      // Keeps frames that are repeated, and restarts after a gap.
      const missing = firstFrame - utterance.first - utterance.frames.length;
      if (missing > 0) drop(utterance, utterance.frames.length);
      if (missing > 0) utterance.first = firstFrame;
      for (let at = Math.max(0, -missing) * width; at + width <= values.length; at += width) {
        utterance.frames.push(values.slice(at, at + width));
        held++;
      }
      for (const oldest of utterances.values())
        if (held > MAX_SECONDS * fps) drop(oldest, held - MAX_SECONDS * fps);
    },
    at: ({ number, seconds }) => {
      const utterance = utterances.get(number);
      if (utterance === undefined) return null;
      dropBefore(number);
      drop(utterance, Math.max(0, Math.floor((seconds - RETAINED_SECONDS) * fps) - utterance.first));
      const place = seconds * fps - utterance.first;
      const index = Math.max(0, Math.floor(place));
      const [from, to] = [utterance.frames[index], utterance.frames[index + 1]];
      if (from === undefined) return null;
      return to === undefined ? from : between(from, to, Math.min(1, Math.max(0, place - index)));
    },
    forget: () => {
      utterances.clear();
      held = 0;
    },
    held: () => held,
  };
}
