/** How many event streams there may be at a time. */
export interface StreamLimits {
  /** For callers with full rights. Nobody else can take these places. */
  maxStreams: number;
  /** For all callers with limited rights together: tickets, users, agents with tokens of their own. */
  maxGuestStreams: number;
  /** For each of those. */
  maxStreamsPerGuest: number;
}

export const STREAM_LIMITS: StreamLimits = { maxStreams: 64, maxGuestStreams: 64, maxStreamsPerGuest: 8 };

export interface StreamPlaces {
  /** Takes a place for `caller` (see `Identity`), which is given back by calling the answer. A number: this many are taken. */
  take(caller: string | undefined): (() => void) | number;
}

/** Counts the streams of each caller, so that none can keep the others from theirs. */
export function createStreamPlaces(limits: StreamLimits): StreamPlaces {
  let trusted = 0;
  let guests = 0;
  const byGuest = new Map<string, number>();

  function takeTrusted() {
    if (trusted >= limits.maxStreams) return limits.maxStreams;
    trusted++;
    return () => {
      trusted--;
    };
  }
  function takeGuest(caller: string) {
    const own = byGuest.get(caller) ?? 0;
    if (own >= limits.maxStreamsPerGuest) return limits.maxStreamsPerGuest;
    if (guests >= limits.maxGuestStreams) return limits.maxGuestStreams;
    guests++;
    byGuest.set(caller, own + 1);
    return () => {
      guests--;
      const left = byGuest.get(caller)! - 1;
      if (left === 0) byGuest.delete(caller);
      else byGuest.set(caller, left);
    };
  }
  return { take: (caller) => (caller === undefined ? takeTrusted() : takeGuest(caller)) };
}
