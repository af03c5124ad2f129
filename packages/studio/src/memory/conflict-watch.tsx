import type { AnimaEvent } from '@anima/client';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useNotes } from '../parts/notes.js';
import { AGENT, memory } from './client.js';

/** Shows a note when a new memory contradicts another one, with a link to both. */
export function ConflictWatch() {
  const showNote = useNotes();
  const [, go] = useLocation();
  useEffect(() => {
    let following: AbortController | null = null;

    async function follow(signal: AbortSignal) {
      for await (const event of memory.events({ signal })) {
        // The memory may have been archived in the meantime.
        const pair = await conflictOf(event, signal).catch(() => null);
        if (pair === null) continue;
        const [one, other] = pair;
        showNote('Two memories contradict each other', {
          name: 'Compare',
          act: () => go(`/compare/${one}/${other}`),
        });
      }
    }

    // Browsers allow six connections per service for all tabs: hidden tabs use none.
    function see() {
      following?.abort();
      following = null;
      if (document.hidden) return;
      following = new AbortController();
      follow(following.signal).catch(() => {
        // Each page reports by itself that the service is unreachable.
      });
    }

    see();
    document.addEventListener('visibilitychange', see);
    return () => {
      document.removeEventListener('visibilitychange', see);
      following?.abort();
    };
  }, [showNote, go]);
  return null;
}

/** Types whose contradictions the rules detect. */
const JUDGED_TYPES = ['decision', 'preference'];
const NEAREST = 10;

async function conflictOf({ type, data }: AnimaEvent, signal: AbortSignal): Promise<[string, string] | null> {
  const event = Object(data) as { [field: string]: unknown };
  // The response of a change in this studio already reported the contradiction.
  if (event.agent_id === AGENT || event.by === `agent:${AGENT}`) return null;
  if (type === 'memory.judged') {
    const [one, other] =
      event.kind === 'conflicts' && Array.isArray(event.memory_ids) ? event.memory_ids : [];
    return typeof one === 'string' && typeof other === 'string' ? [one, other] : null;
  }
  const { memory_id: id } = event;
  if (type !== 'memory.created' || typeof id !== 'string' || !JUDGED_TYPES.includes(String(event.type)))
    return null;
  const { content } = await memory.get(id, {}, { signal });
  const { results } = await memory.search(content.slice(0, 1_000), { page_size: NEAREST }, { signal });
  const other = results.find(({ memory_id }) => memory_id === id)?.contradicts?.[0];
  return other === undefined ? null : [id, other.memory_id];
}
