import { AppError } from '../errors.js';

/** How many of something there may be at a time. */
export interface PlaceLimits {
  /** Slots for callers with full rights only. */
  trusted: number;
  /** Slots for all callers with limited rights together: tickets, users, agents with their own tokens. */
  guests: number;
  /** Slots for each caller with limited rights. */
  eachGuest: number;
}

export interface CallerSlots {
  /** Takes a slot for `caller`; returns its release. Rejects with `too_many_requests`. */
  take(caller: string | undefined): () => void;
}

/** Counts the slots of each caller. `what` names the limited resource in errors. */
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
