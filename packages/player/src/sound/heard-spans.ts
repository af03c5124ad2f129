import type { SoundMark } from './sound-queue.js';

/** A place in the sound of an utterance. */
export interface PlaybackSample {
  number: number;
  sample: number;
}

/**
 * Which sample of which utterance stands at a frame of the output. Where the sound waited for more, time stood still: what follows is as much
 * later, and nothing drifts.
 */
export interface PlaybackSpans {
  mark(mark: SoundMark): void;
  /** Null between utterances. Frames are asked for in rising order. */
  at(frame: number): PlaybackSample | null;
  /** At which frame the utterance has ended; null where it has not. */
  endOf(number: number): number | null;
  /** The first frame behind this one at which something begins, starves or ends, as far as that is known. */
  changeAfter(frame: number): number | null;
  /** How many samples were played before the frame. */
  played(frame: number): number;
  forget(): void;
}

interface Span {
  number: number;
  sample: number;
  frame: number;
  stop: { frame: number; ended: boolean } | null;
}

/** Utterances that have ended, and may still be asked for. */
const REMEMBERED = 100;

export function createHeardSpans(): PlaybackSpans {
  let spans: Span[] = [];
  /** Of spans that have stopped. */
  let finished = 0;
  const ends = new Map<number, number>();
  return {
    mark(mark) {
      const last = spans.at(-1);
      if (mark.type === 'from') {
        const { number, sample, frame } = mark;
        spans.push({ number, sample, frame, stop: null });
      } else if (last?.number === mark.number) {
        // One that starved has stopped already when its utterance ends.
        finished += last.stop === null ? mark.frame - last.frame : 0;
        last.stop = { frame: last.stop?.frame ?? mark.frame, ended: mark.ended };
        if (mark.ended) remember(mark.number, mark.frame);
      }
    },
    at(frame) {
      while (spans.length > 1 && spans[1]!.frame <= frame) spans.shift();
      const [span] = spans;
      if (span === undefined || frame < span.frame) return null;
      const { number, sample, stop } = span;
      if (stop === null || frame < stop.frame) return { number, sample: sample + (frame - span.frame) };
      return stop.ended ? null : { number, sample: sample + (stop.frame - span.frame) };
    },
    endOf: (number) => ends.get(number) ?? null,
    changeAfter(frame) {
      const changes = spans.flatMap((span) => [span.frame, ...(span.stop === null ? [] : [span.stop.frame])]);
      const next = Math.min(...changes.filter((change) => change > frame));
      return Number.isFinite(next) ? next : null;
    },
    played(frame) {
      const last = spans.at(-1);
      return finished + (last?.stop === null ? Math.max(0, frame - last.frame) : 0);
    },
    forget() {
      spans = [];
      finished = 0;
      ends.clear();
    },
  };

  function remember(number: number, frame: number): void {
    ends.delete(number);
    ends.set(number, frame);
    if (ends.size > REMEMBERED) ends.delete(ends.keys().next().value!);
  }
}
