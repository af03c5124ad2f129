/** A signal that is aborted with the first of others, or when its time is over. */
export interface FollowingSignal {
  readonly signal: AbortSignal;
  /**
   * Stops following the sources and the timeout. The creator of the signal calls this once the work has
   * settled.
   */
  release(): void;
}

/**
 * Replaces `AbortSignal.any` and `AbortSignal.timeout`: Node 20 loses a timeout within `any` at the first
 * garbage collection, and the call then waits forever for a silent peer. Here the sources and the timer hold
 * the signal until it is released. The timer does not keep the process alive.
 * @param withinMs Time from now in milliseconds. Default: no timeout
 */
export function followSignals(
  sources: readonly (AbortSignal | null | undefined)[],
  withinMs?: number,
): FollowingSignal {
  const controller = new AbortController();
  const followed = sources.filter((source) => source !== null && source !== undefined);
  const leave = followed.map((source) => {
    const abort = () => controller.abort(source.reason);
    source.addEventListener('abort', abort, { once: true });
    return () => source.removeEventListener('abort', abort);
  });
  const first = followed.find((source) => source.aborted);
  if (first !== undefined) controller.abort(first.reason);
  const end = () =>
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  const timer = withinMs === undefined ? undefined : setTimeout(end, withinMs);
  // Browsers give a number.
  timer?.unref?.();
  return {
    signal: controller.signal,
    release() {
      clearTimeout(timer);
      for (const each of leave) each();
    },
  };
}

/** Makes a call with a signal that follows `sources` and ends after `withinMs` milliseconds; holds both until the call settles. */
export async function callWithin<Answer>(
  withinMs: number | undefined,
  sources: readonly (AbortSignal | null | undefined)[],
  call: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const following = followSignals(sources, withinMs);
  try {
    return await call(following.signal);
  } finally {
    following.release();
  }
}
