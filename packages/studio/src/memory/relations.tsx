import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Problem } from '../parts/problem.js';
import { RelativeTime } from '../parts/when.js';
import { memory } from './client.js';

const LABELS: Record<string, string> = {
  'supersedes from': 'replaces',
  'supersedes to': 'is replaced by',
  'conflicts from': 'contradicts',
  'conflicts to': 'contradicts',
  'duplicates from': 'duplicates',
  'duplicates to': 'duplicates',
  'distinct from': 'is distinct from',
  'distinct to': 'is distinct from',
};

/** Judged relations to other memories. */
export function Relations({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: ['relations', id],
    queryFn: ({ signal }) => memory.relations(id, { signal }),
  });
  if (data?.relations.length === 0) return null;
  return (
    <section>
      <h2>Related memories</h2>
      <Problem error={error} />
      <ul className="timeline">
        {data?.relations.map(({ kind, direction, memory_id: other, by, reason, at, holds }) => (
          <li key={`${kind} ${other}`}>
            <p>
              It {LABELS[`${kind} ${direction}`] ?? kind}{' '}
              <Link href={`/compare/${id}/${other}`}>this memory</Link>, judged by {by}{' '}
              <RelativeTime at={at} />
              {!holds && ' (outdated: a text has changed)'}
            </p>
            {reason !== null && <p className="small soft">{reason}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
