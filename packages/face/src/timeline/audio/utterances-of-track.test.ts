import { describe, expect, it } from 'vitest';
import { CLARITY_AT, type MouthTrack, STATES, STATES_AT, TRACK_CHANNELS } from './mouth-track.js';
import { utterancesOfTrack } from './utterances-of-track.js';

type State = (typeof STATES)[number];

/** Loud frames, each surely in the state that is named for it, so many at a time. */
function trackOf(...parts: [State, number][]): MouthTrack {
  const states = parts.flatMap(([state, frames]) => Array.from({ length: frames }, () => state));
  const values = new Float32Array(states.length * TRACK_CHANNELS);
  for (const [frame, state] of states.entries()) {
    values[frame * TRACK_CHANNELS + STATES_AT + STATES.indexOf(state)] = 1;
    values[frame * TRACK_CHANNELS + CLARITY_AT] = 40;
  }
  return { frames: states.length, values };
}

describe('utterances of a track', () => {
  it('end where the mouth is at rest, though it be for less than a silence that ends a phrase', () => {
    const found = utterancesOfTrack(trackOf(['other', 50], ['rest', 20], ['other', 50]));
    expect(found.map(({ start, end }) => [start, end])).toEqual([
      [-0.005, 0.495],
      [0.695, 1.195],
    ]);
  });

  it('continue over a short silence', () => {
    expect(utterancesOfTrack(trackOf(['other', 50], ['rest', 15], ['other', 50]))).toHaveLength(1);
  });

  it('hold the lips closed where they touch, and not for a frame or two', () => {
    const [utterance] = utterancesOfTrack(
      trackOf(
        ['other', 20],
        ['lips', 8],
        ['other', 20],
        ['lips', 2],
        ['other', 20],
        ['teeth', 6],
        ['other', 20],
      ),
    );
    expect(utterance!.holds.map(({ contact: manner, cores }) => [manner, cores.length])).toEqual([
      ['lips', 1],
      ['teeth', 1],
    ]);
    const [{ start, end }] = utterance!.holds[0]!.cores as [{ start: number; end: number }];
    expect(start).toBeCloseTo(0.215, 5);
    expect(end).toBeCloseTo(0.255, 5);
  });

  it('close them in full around the middle of the touch, whose ends are less sure', () => {
    const [utterance] = utterancesOfTrack(trackOf(['other', 20], ['lips', 10], ['other', 20]));
    const { start, end, from, to } = utterance!.holds[0]!;
    expect((start + end) / 2).toBeCloseTo(0.245, 5);
    expect(end - start).toBeLessThan(0.03);
    expect(from).toBeGreaterThan(0.18);
    expect(to).toBeLessThan(0.31);
  });

  it('count a touch as long as it is sure', () => {
    const track = trackOf(['other', 20], ['lips', 5], ['other', 20]);
    for (let frame = 20; frame < 25; frame++) {
      const at = frame * TRACK_CHANNELS + STATES_AT;
      track.values[at + STATES.indexOf('lips')] = 0.38;
      track.values[at + STATES.indexOf('other')] = 0.62;
    }
    expect(utterancesOfTrack(track)[0]!.holds).toEqual([]);
  });
});
