/** What of an AudioContext tells which moment of its sound is heard now. */
export type PlaybackClock = Pick<AudioContext, 'currentTime' | 'state'> &
  Partial<Pick<AudioContext, 'getOutputTimestamp' | 'outputLatency' | 'baseLatency'>>;

/** Beyond, what a browser says of its output is taken for a mistake. Bluetooth needs up to half of it. */
const MAX_LATENCY = 1;

/**
 * Seconds of the context's clock that are heard at `now` (ms, as `performance.now()`): what the browser says of its output
 * (https://webaudio.github.io/web-audio-api/#dom-audiocontext-getoutputtimestamp), else what it says of its latency.
 */
export function playbackTime(context: PlaybackClock, now: number): number {
  const { currentTime, state, outputLatency, baseLatency = 0 } = context;
  const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp?.() ?? {};
  const told = contextTime + (now - performanceTime) / 1000;
  const isTold = state === 'running' && contextTime > 0 && performanceTime > 0;
  if (isTold && told > currentTime - MAX_LATENCY) return Math.min(told, currentTime);
  // Some browsers say 0 before they know.
  return Math.max(0, currentTime - (outputLatency || baseLatency));
}
