import { expect, it } from 'vitest';
import { createSpokenFrames } from './spoken-frames.js';

it('gives what lies between two frames of the utterance that is heard, and rest beside', () => {
  const frames = createSpokenFrames({ fps: 10, width: 2 });
  frames.take({ number: 1, firstFrame: 0, values: Float32Array.of(0, 1, 1, 0), last: false });
  frames.take({ number: 1, firstFrame: 2, values: Float32Array.of(0.5, 0.5), last: true });
  frames.take({ number: 2, firstFrame: 0, values: Float32Array.of(0.25, 0.75), last: true });
  const at = (number: number, seconds: number) => [...frames.at({ number, seconds })];
  expect(at(1, 0)).toEqual([0, 1]);
  expect(at(1, 0.05)).toEqual([0.5, 0.5]);
  expect(at(1, 0.15)).toEqual([0.75, 0.25]);
  // The last one stays until the sound has ended.
  expect(at(1, 0.29)).toEqual([0.5, 0.5]);
  expect(at(2, 0.01)).toEqual([0.25, 0.75]);
  expect([...frames.at(null)]).toEqual([0, 0]);
  frames.forget();
  expect(at(2, 0)).toEqual([0, 0]);
});
