/** The properties of an AudioContext that tell the audible moment. */
export type PlaybackClock = Pick<AudioContext, 'currentTime' | 'state'> &
  Partial<Pick<AudioContext, 'getOutputTimestamp' | 'outputLatency' | 'baseLatency'>>;

/** Seconds; browsers sometimes report a wrong, larger latency. Bluetooth needs 0.5 s. */
const MAX_LATENCY = 1;

/**
 * Returns the audible time of the context's clock in seconds at `now` (ms, as `performance.now()`). Uses the
 * timestamp of the output (https://webaudio.github.io/web-audio-api/#dom-audiocontext-getoutputtimestamp) if
 * the browser has one, else the reported latency.
 */
export function playbackTime(context: PlaybackClock, now: number): number {
  const { currentTime, state, outputLatency, baseLatency = 0 } = context;
  const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp?.() ?? {};
  const reported = contextTime + (now - performanceTime) / 1000;
  const hasTimestamp = state === 'running' && contextTime > 0 && performanceTime > 0;
  if (hasTimestamp && reported > currentTime - MAX_LATENCY) return Math.min(reported, currentTime);
  // Some browsers say 0 before they know.
  return Math.max(0, currentTime - (outputLatency || baseLatency));
}
