/** Received samples of an utterance. */
export interface QueuedSound {
  /** Number of the utterance. */
  number: number;
  /** Counted from its start. */
  firstSample: number;
  samples: Int16Array;
  /** Whether these are the last samples of the utterance. */
  last: boolean;
}

/** Start or stop of the audio of an utterance; `frame` counts frames of the output. */
export type SoundMark =
  | { type: 'from'; number: number; sample: number; frame: number }
  /** `ended`: all of it was played; else it waits for more. */
  | { type: 'stop'; number: number; sample: number; frame: number; ended: boolean };

/** Queued audio, in order. The worklet and its tests run the same code. */
export interface SoundQueue {
  add(sound: QueuedSound): void;
  /** Fades within `fadeFrames` and forgets all that waits. */
  interrupt(): void;
  /** The next samples of the output, of which the first is `frame`. */
  fill(output: Float32Array, frame: number): void;
}

/** Factor per sample for the rest of audio that breaks off, and for audio that returns: avoids clicks. */
const DECAY = 0.98;

export function createSoundQueue({
  fadeFrames,
  tell,
}: {
  fadeFrames: number;
  tell: (mark: SoundMark) => void;
}): SoundQueue {
  let waiting: QueuedSound[] = [];
  /** Samples of the first that were played. */
  let at = 0;
  /** The utterance that is played, and its next sample; null between utterances. */
  let current: { number: number; sample: number; starves: boolean } | null = null;
  /** Remaining samples of a fade; null if there is none. */
  let fade: { samples: Float32Array; at: number } | null = null;
  let level = 0;

  function take(frame: number): number {
    if (fade !== null) return takeFaded(fade, frame);
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      if (at < first.samples.length) return takeFrom(first, frame);
      waiting.shift();
      at = 0;
      if (first.last && current?.number === first.number) stop(frame, true);
      else if (first.last && first.samples.length === 0) reportEmpty(first, frame);
    }
    if (current !== null && !current.starves) {
      current.starves = true;
      tell({ type: 'stop', number: current.number, sample: current.sample, frame, ended: false });
    }
    level *= DECAY;
    return level;
  }

  function takeFrom(first: QueuedSound, frame: number): number {
    const sample = first.firstSample + at;
    if (current !== null && current.number !== first.number) stop(frame, true);
    if (current === null || current.starves || current.sample !== sample) {
      current = { number: first.number, sample, starves: false };
      tell({ type: 'from', number: first.number, sample, frame });
    }
    current.sample++;
    level = first.samples[at++]! / 32_768;
    return level;
  }

  function takeFaded(left: { samples: Float32Array; at: number }, frame: number): number {
    if (left.at < left.samples.length) {
      level = left.samples[left.at++]!;
      return level;
    }
    fade = null;
    level = 0;
    return take(frame);
  }

  function stop(frame: number, ended: boolean): void {
    const { number, sample } = current!;
    current = null;
    tell({ type: 'stop', number, sample, frame, ended });
  }

  /** An utterance without a sound. */
  function reportEmpty({ number, firstSample: sample }: QueuedSound, frame: number): void {
    tell({ type: 'from', number, sample, frame });
    tell({ type: 'stop', number, sample, frame, ended: true });
  }

  /** Returns the next samples with decreasing volume; repeats the last level if none are queued. */
  function fadeOut(): Float32Array {
    const next = new Float32Array(fadeFrames);
    const first = waiting[0];
    for (let i = 0; i < fadeFrames; i++) {
      const sample = first?.samples[at + i];
      level = sample === undefined ? level * DECAY : sample / 32_768;
      next[i] = level * (1 - (i + 1) / fadeFrames);
    }
    return next;
  }

  return {
    add: (sound) => {
      waiting.push(sound);
    },
    interrupt() {
      if (fade === null && current !== null) fade = { samples: fadeOut(), at: 0 };
      waiting = [];
      at = 0;
      current = null;
    },
    fill(output, frame) {
      for (let i = 0; i < output.length; i++) output[i] = take(frame + i);
    },
  };
}
