import { VISEMES } from '@anima/face/motion';
import type { LiveMotion } from './live-motion.js';

/** Seconds in which one shape becomes the next. */
const MIX_SECONDS = 0.06;
/** Seconds in which an interrupted mouth moves to the next motion. */
const LEAVE_SECONDS = 0.12;
/** Seconds of frames that are kept: a face may show one of them when it is interrupted. */
const HISTORY_SECONDS = 12;
const SILENT = VISEMES.indexOf('sil');
const CLOSED = VISEMES.indexOf('PP');

interface Shown {
  viseme: number;
  start: number;
  end: number;
}

/**
 * The fifteen visemes by their times: each frame shows those around its moment by their shares of MIX_SECONDS, which are 1 together.
 * Lips that have to touch do in one frame at least.
 */
export function createVisemeMotion(fps: number): LiveMotion {
  let track: Shown[] = [];
  let elapsed = 0;
  let given = 0;
  /** The frames given last; after an interruption the one that was shown, which the next go over from. */
  let history: Float32Array[] = [];
  let left: { from: Float32Array; since: number } | null = null;

  function show(moment: number, values: Float32Array): void {
    const [from, to] = [moment - MIX_SECONDS / 2, moment + MIX_SECONDS / 2];
    const half = 0.5 / fps;
    if (
      track.some(
        ({ viseme, start, end }) => viseme === CLOSED && moment >= start - half && moment <= end + half,
      )
    ) {
      values[CLOSED] = 1;
      return;
    }
    let rest = 1;
    for (const { viseme, start, end } of track) {
      const share = Math.max(0, Math.min(end, to) - Math.max(start, from)) / MIX_SECONDS;
      values[viseme]! += share;
      rest -= share;
    }
    values[SILENT]! += Math.max(0, rest);
    const share = left === null ? 0 : Math.max(0, 1 - (moment - left.since) / LEAVE_SECONDS);
    for (let i = 0; i < values.length; i++) {
      const value = Math.min(1, values[i]!);
      values[i] = share === 0 ? value : value + (left!.from[i]! - value) * share;
    }
  }

  return {
    fps,
    shapes: VISEMES,
    // Visemes describe only the mouth and its speech.
    express() {},
    begin() {
      // The transition is over.
      if (given > 0) left = null;
      track = [];
      [elapsed, given] = [0, 0];
    },
    addSpeech({ duration, visemes }) {
      for (const { viseme, start, end } of visemes)
        track.push({
          viseme: (VISEMES as readonly string[]).indexOf(viseme),
          start: start + elapsed,
          end: end + elapsed,
        });
      elapsed += duration;
    },
    upTo(end) {
      const values = new Float32Array(Math.max(0, end - given) * VISEMES.length);
      track = track.filter((shown) => shown.end > given / fps - MIX_SECONDS);
      for (let at = 0; at < values.length; at += VISEMES.length) {
        const row = values.subarray(at, at + VISEMES.length);
        show(given++ / fps, row);
        history.push(row);
      }
      history = history.slice(-HISTORY_SECONDS * fps);
      return values;
    },
    interrupt(behind) {
      const from = history[Math.max(0, history.length - 1 - behind)];
      // The next frame is the one after it.
      left = from === undefined ? null : { from, since: -1 / fps };
      history = from === undefined ? [] : [from];
      given = 0;
    },
  };
}
