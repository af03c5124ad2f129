import type { AnimaEvent, FollowOptions } from './follow-events.js';

/** Reports changes of jobs. Callers share one event stream: browsers open few per host. */
export interface JobUpdates {
  /** Calls `wake` when the status of that job has changed; returns how to end that. */
  subscribe(jobId: string, wake: () => void): () => void;
  /** Whether the stream is open; it stays closed if this caller may not open one. */
  isOpen(): boolean;
}

export function createJobUpdates(follow: (options: FollowOptions) => AsyncIterable<AnimaEvent>): JobUpdates {
  const listeners = new Set<{ jobId: string; wake: () => void }>();
  let stream: AbortController | null = null;
  let isOpen = false;

  async function listen(own: AbortController) {
    const onOpen = () => {
      isOpen = true;
    };
    try {
      for await (const { data } of follow({ types: ['job.*'], signal: own.signal, onOpen })) {
        for (const { jobId, wake } of listeners) if (jobId === data.job_id) wake();
      }
    } catch {
      // Callers poll without the stream; the next subscription opens it again.
    }
    if (stream === own) [stream, isOpen] = [null, false];
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
        [stream, isOpen] = [null, false];
      };
    },
    isOpen: () => isOpen,
  };
}
