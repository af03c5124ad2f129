import { AppError } from '@anima/service/errors';

/** Limits the number of concurrent streams. */
export interface StreamSlots {
  /**
   * Takes a slot, which the returned function releases; it may be called several times. Rejects if no slot is
   * free.
   */
  take(caller: { hasTicket: boolean }): () => void;
  /** How many are taken. */
  taken(): number;
}

export interface StreamPlacesOptions {
  /** How many there are. */
  most: () => number;
  refusal: (limit: number) => AppError;
}

/** Tickets together may hold half of the slots, so that callers with full rights find a free one. */
export function createStreamPlaces({ most, refusal }: StreamPlacesOptions): StreamSlots {
  const held = new Set<{ hasTicket: boolean }>();
  return {
    take({ hasTicket }) {
      const all = most();
      const limit = hasTicket ? Math.max(1, Math.floor(all / 2)) : all;
      const own = hasTicket ? [...held].filter((place) => place.hasTicket).length : held.size;
      if (held.size >= all || own >= limit) throw refusal(limit);
      const place = { hasTicket };
      held.add(place);
      return () => void held.delete(place);
    },
    taken: () => held.size,
  };
}

/** Creates the error of too many streams. */
export function tooManyStreams(limit: number): AppError {
  return new AppError('too_many_requests', `Expected at most ${limit} streams of speech at a time`, {
    headers: { 'retry-after': '5' },
  });
}
