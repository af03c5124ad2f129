import type { AnimaEvent } from '@anima/client';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useNotes } from '../parts/notes.js';
import { AGENT, memory } from './client.js';

/** Tells of two memories that contradict one another as soon as the second is there, and leads to both. */
export function ConflictWatch() {
  const tell = useNotes();
  const [, go] = useLocation();
  useEffect(() => {
    let following: AbortController | null = null;

    async function follow(signal: AbortSignal) {
      for await (const event of memory.events({ signal })) {
        // One that is gone by now contradicts nothing.
        const pair = await conflictOf(event, signal).catch(() => null);
        if (pair === null) continue;
        const [one, other] = pair;
        tell('Two memories contradict one another', {
          name: 'Look at both',
          act: () => go(`/compare/${one}/${other}`),
        });
      }
    }

    // A browser has six connections to a service for all its tabs: those that nobody sees hold none.
    function see() {
      following?.abort();
      following = null;
      if (document.hidden) return;
      following = new AbortController();
      follow(following.signal).catch(() => {
        // Notes are a help; each page says itself that the service is gone.
      });
    }

    see();
    document.addEventListener('visibilitychange', see);
    return () => {
      document.removeEventListener('visibilitychange', see);
      following?.abort();
    };
  }, [tell, go]);
  return null;
}

/** Of these the rules tell. */
const JUDGED_TYPES = ['decision', 'preference'];
const NEAREST = 10;

async function conflictOf({ type, data }: AnimaEvent, signal: AbortSignal): Promise<[string, string] | null> {
  const told = Object(data) as { [field: string]: unknown };
  // Who wrote it here was told by the answer.
  if (told.agent_id === AGENT || told.by === `agent:${AGENT}`) return null;
  if (type === 'memory.judged') {
    const [one, other] = told.kind === 'conflicts' && Array.isArray(told.memory_ids) ? told.memory_ids : [];
    return typeof one === 'string' && typeof other === 'string' ? [one, other] : null;
  }
  const { memory_id: id } = told;
  if (type !== 'memory.created' || typeof id !== 'string' || !JUDGED_TYPES.includes(String(told.type)))
    return null;
  const { content } = await memory.get(id, {}, { signal });
  const { results } = await memory.search(content.slice(0, 1_000), { page_size: NEAREST }, { signal });
  const other = results.find(({ memory_id }) => memory_id === id)?.contradicts?.[0];
  return other === undefined ? null : [id, other.memory_id];
}
