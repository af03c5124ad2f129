import { AppError } from '@anima/service/errors';

/** How many speak at a time while somebody listens. */
export interface StreamSlots {
  /** Takes a place, which is given back by calling the answer, once or more often. Refuses where there is none. */
  take(caller: { hasTicket: boolean }): () => void;
  /** How many are taken. */
  taken(): number;
}

export interface StreamPlacesOptions {
  /** How many there are. */
  most: () => number;
  refusal: (limit: number) => AppError;
}

/** Tickets together may hold half of them, so that there is room for who gave them out. */
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

/** Of those that speak as an answer to a request. */
export function tooManyStreams(limit: number): AppError {
  return new AppError('too_many_requests', `Expected at most ${limit} streams of speech at a time`, {
    headers: { 'retry-after': '5' },
  });
}
