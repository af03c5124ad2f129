import { AppError } from './errors.js';

/** How many of something there may be at a time. */
export interface PlaceLimits {
  /** For callers with full rights. Nobody else can take these places. */
  trusted: number;
  /** For all callers with limited rights together: tickets, users, agents with tokens of their own. */
  guests: number;
  /** For each of those. */
  eachGuest: number;
}

export interface CallerSlots {
  /**
   * Takes a place for `caller` (see `Identity`), which is given back by calling the answer, once or more often. Refuses with
   * `too_many_requests`.
   */
  take(caller: string | undefined): () => void;
}

/** Counts what each caller holds, so that none can keep the others from theirs. `what` they are stands in refusals. */
export function createCallerPlaces(what: string, limits: PlaceLimits): CallerSlots {
  let trusted = 0;
  let guests = 0;
  const byGuest = new Map<string, number>();

  function requireRoom(taken: number, limit: number): void {
    if (taken < limit) return;
    throw new AppError('too_many_requests', `Expected at most ${limit} ${what} at a time`, {
      headers: { 'retry-after': '5' },
    });
  }
  function takeTrusted() {
    requireRoom(trusted, limits.trusted);
    trusted++;
    return () => {
      trusted--;
    };
  }
  function takeGuest(caller: string) {
    const own = byGuest.get(caller) ?? 0;
    requireRoom(own, limits.eachGuest);
    requireRoom(guests, limits.guests);
    guests++;
    byGuest.set(caller, own + 1);
    return () => {
      guests--;
      const left = byGuest.get(caller)! - 1;
      if (left === 0) byGuest.delete(caller);
      else byGuest.set(caller, left);
    };
  }
  return {
    take(caller) {
      const giveBack = caller === undefined ? takeTrusted() : takeGuest(caller);
      let isHeld = true;
      return () => {
        if (isHeld) giveBack();
        isHeld = false;
      };
    },
  };
}
