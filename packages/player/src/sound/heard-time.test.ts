import { expect, it } from 'vitest';
import { type PlaybackClock, playbackTime } from './heard-time.js';

const running = { state: 'running', currentTime: 10 } as const;
const told = (contextTime: number, performanceTime: number): PlaybackClock => ({
  ...running,
  outputLatency: 0.2,
  getOutputTimestamp: () => ({ contextTime, performanceTime }),
});

it.each<[string, PlaybackClock, number]>([
  ['what the browser says of its output', told(9.9, 5_000), 9.95],
  ['never what is not played yet', told(9.99, 4_000), 10],
  ['its latency, before it says so', told(0, 0), 9.8],
  ['its latency, where what it says cannot be', told(2, 5_000), 9.8],
  ['its latency, where it sleeps', { ...told(9.9, 5_000), state: 'suspended' }, 9.8],
  [
    'the latency of the context, where it tells no other',
    { ...running, outputLatency: 0, baseLatency: 0.01 },
    9.99,
  ],
  ['the clock, where it tells nothing', running, 10],
])('is %s', (_, clock, expected) => {
  expect(playbackTime(clock, 5_050)).toBeCloseTo(expected, 6);
});
