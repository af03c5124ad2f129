import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Problem } from '../parts/problem.js';
import { RelativeTime } from '../parts/when.js';
import { memory } from './client.js';

const SAID: Record<string, string> = {
  'supersedes from': 'replaces',
  'supersedes to': 'is replaced by',
  'conflicts from': 'contradicts',
  'conflicts to': 'contradicts',
  'duplicates from': 'says the same as',
  'duplicates to': 'says the same as',
  'distinct from': 'is something else than',
  'distinct to': 'is something else than',
};

/** What was judged of this memory and others. */
export function Relations({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: ['relations', id],
    queryFn: ({ signal }) => memory.relations(id, { signal }),
  });
  if (data?.relations.length === 0) return null;
  return (
    <section>
      <h2>Beside others</h2>
      <Problem error={error} />
      <ul className="timeline">
        {data?.relations.map(({ kind, direction, memory_id: other, by, reason, at, holds }) => (
          <li key={`${kind} ${other}`}>
            <p>
              It {SAID[`${kind} ${direction}`] ?? kind}{' '}
              <Link href={`/compare/${id}/${other}`}>this memory</Link>, says {by} <RelativeTime at={at} />
              {!holds && ' (a text has changed since)'}
            </p>
            {reason !== null && <p className="small soft">{reason}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
