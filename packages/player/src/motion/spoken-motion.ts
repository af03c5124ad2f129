import { LIVE_VALUES } from '@anima/face/motion';
import { between } from './idle-face.js';

export interface ReceivedMotion {
  /** Of its utterance. */
  number: number;
  firstFrame: number;
  /** Frame after frame, LIVE_VALUES each. */
  values: Float32Array;
  /** The last frames of the utterance. */
  last: boolean;
}

export interface PlaybackTime {
  /** Of the utterance. */
  number: number;
  seconds: number;
}

/** Frames as they came, as long as they can be heard. */
export interface SpokenMotion {
  take(motion: ReceivedMotion): void;
  /** What is shown at a moment, or null where its frames have not come, or are over. What lies before it is dropped. */
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
const KEPT_BEHIND = 0.5;
/** Seconds of all utterances together; a server sends 10 ahead at most. */
const MAX_SECONDS = 120;
const WIDTH = LIVE_VALUES.length;

export function createSpokenMotion(fps: number): SpokenMotion {
  /** In the order in which they are spoken. */
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
      // Frames that came before are not replaced, and what was lost between is held.
      const missing = firstFrame - utterance.first - utterance.frames.length;
      if (missing > 0) drop(utterance, utterance.frames.length);
      if (missing > 0) utterance.first = firstFrame;
      for (let at = Math.max(0, -missing) * WIDTH; at + WIDTH <= values.length; at += WIDTH) {
        utterance.frames.push(values.slice(at, at + WIDTH));
        held++;
      }
      for (const oldest of utterances.values())
        if (held > MAX_SECONDS * fps) drop(oldest, held - MAX_SECONDS * fps);
    },
    at: ({ number, seconds }) => {
      const utterance = utterances.get(number);
      if (utterance === undefined) return null;
      dropBefore(number);
      drop(utterance, Math.max(0, Math.floor((seconds - KEPT_BEHIND) * fps) - utterance.first));
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
