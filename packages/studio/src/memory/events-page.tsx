import type { AnimaEvent } from '@anima/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { Problem } from '../parts/problem.js';
import { memory } from './client.js';

const MAX_EVENTS = 200;

/** Lists changes as they happen. */
export function EventsPage() {
  const [events, setEvents] = useState<(AnimaEvent & { at: Date })[]>([]);
  const [error, setError] = useState<unknown>(null);
  const queries = useQueryClient();
  useEffect(() => {
    const leaving = new AbortController();
    (async () => {
      for await (const event of memory.events({ signal: leaving.signal })) {
        setEvents((all) => [{ ...event, at: new Date() }, ...all].slice(0, MAX_EVENTS));
        void queries.invalidateQueries();
      }
    })().catch((broken) => {
      if (!leaving.signal.aborted) setError(broken);
    });
    return () => leaving.abort();
  }, [queries]);
  return (
    <section className="stack">
      <h1>Events</h1>
      <p className="soft">Changes while this page is open, latest first.</p>
      <Problem error={error} />
      {events.length === 0 && <p className="empty">No events yet. Store a memory here or from an agent.</p>}
      <ol className="timeline" aria-live="polite">
        {events.map((event) => (
          <li key={event.id}>
            <p>
              <strong>{event.type}</strong>{' '}
              <span className="soft small">{event.at.toLocaleTimeString()}</span>{' '}
              <Subject data={event.data} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Subject({ data }: { data: unknown }) {
  const { memory_id: id } = Object(data) as { memory_id?: unknown };
  if (typeof id === 'string') return <Link href={`/memories/${id}`}>memory</Link>;
  return <code className="small">{JSON.stringify(data)}</code>;
}
