import type { Memory } from '../memory/memory.js';
import { validFromOf } from '../memory/validity.js';
import type { Contradiction } from './contradictions.js';

/** Whether a memory is still true, as far as the store knows. `since` is in ms since the epoch. */
export type Standing =
  | { state: 'current' }
  | { state: 'superseded'; by: string; since: number }
  | { state: 'disputed'; with: readonly string[]; since: number }
  | { state: 'expired'; since: number };

/** Returns the standing of a memory at this time. A forgotten memory counts as expired. */
export function standingOf(memory: Memory, contradicts: readonly Contradiction[], now: number): Standing {
  const { supersededBy, archivedAt, expiresAt, validUntil } = memory;
  if (supersededBy !== null)
    return { state: 'superseded', by: supersededBy, since: validUntil ?? archivedAt ?? now };
  const ends = [archivedAt, expiresAt, validUntil].filter((end) => end !== null && end <= now);
  if (ends.length > 0) return { state: 'expired', since: Math.min(...(ends as number[])) };
  if (contradicts.length === 0) return { state: 'current' };
  // A pair is in dispute from the time at which both are said to be true.
  const starts = contradicts.map(({ memory: other }) => Math.max(validFromOf(memory), validFromOf(other)));
  return {
    state: 'disputed',
    with: contradicts.map(({ memoryId }) => memoryId),
    since: Math.min(...starts),
  };
}

/** Describes a standing in a short phrase for text output. Returns an empty string for a current memory. */
export function describeStanding(standing: Standing): string {
  if (standing.state === 'current' || standing.state === 'disputed') return '';
  const since = new Date(standing.since).toISOString().slice(0, 10);
  return standing.state === 'superseded'
    ? `superseded by ${standing.by} since ${since}`
    : `no longer valid since ${since}`;
}
