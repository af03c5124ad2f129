import type { AnimaEvent, FollowOptions } from './follow-events.js';

/** Tells that jobs have changed: one stream of events for all who wait, since browsers open few to a host. */
export interface JobUpdates {
  /** Calls `wake` when the status of that job has changed; returns how to end that. */
  subscribe(jobId: string, wake: () => void): () => void;
  /** Whether changes are told at the moment: not before the stream is open, and not where this caller may not open one. */
  areTold(): boolean;
}

export function createJobUpdates(follow: (options: FollowOptions) => AsyncIterable<AnimaEvent>): JobUpdates {
  const listeners = new Set<{ jobId: string; wake: () => void }>();
  let stream: AbortController | null = null;
  let areTold = false;

  async function listen(own: AbortController) {
    const onOpen = () => {
      areTold = true;
    };
    try {
      for await (const { data } of follow({ types: ['job.*'], signal: own.signal, onOpen })) {
        for (const { jobId, wake } of listeners) if (jobId === data.job_id) wake();
      }
    } catch {
      // Who waits looks for himself; the next one tries again.
    }
    if (stream === own) [stream, areTold] = [null, false];
  }

  return {
    subscribe(jobId, wake) {
      const listener = { jobId, wake };
      listeners.add(listener);
      if (stream === null) {
        stream = new AbortController();
        void listen(stream);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stream?.abort();
        [stream, areTold] = [null, false];
      };
    },
    areTold: () => areTold,
  };
}
