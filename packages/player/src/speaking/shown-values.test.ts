import { expect, it } from 'vitest';
import { createShownValues } from './shown-values.js';

it('interpolates between two frames of visemes of the audible utterance, and is 0 between utterances', () => {
  const frames = createShownValues({ fps: 10, shapes: ['aa', 'O'], life: true });
  frames.take({ number: 1, firstFrame: 0, values: Float32Array.of(0, 1, 1, 0), last: false });
  frames.take({ number: 1, firstFrame: 2, values: Float32Array.of(0.5, 0.5), last: true });
  frames.take({ number: 2, firstFrame: 0, values: Float32Array.of(0.25, 0.75), last: true });
  const at = (number: number, seconds: number) => [...frames.at({ number, seconds }, 0)];
  expect(at(1, 0)).toEqual([0, 1]);
  expect(at(1, 0.05)).toEqual([0.5, 0.5]);
  expect(at(1, 0.15)).toEqual([0.75, 0.25]);
  // The last frame stays until the audio has ended.
  expect(at(1, 0.29)).toEqual([0.5, 0.5]);
  expect(at(2, 0.01)).toEqual([0.25, 0.75]);
  expect([...frames.at(null, 0)]).toEqual([0, 0]);
  frames.interrupt(0);
  expect(at(2, 0)).toEqual([0, 0]);
});
