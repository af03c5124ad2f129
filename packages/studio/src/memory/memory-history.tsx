import { useQuery } from '@tanstack/react-query';
import { Problem } from '../parts/problem.js';
import { RelativeTime } from '../parts/when.js';
import { memory } from './client.js';

export function MemoryHistory({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: ['history', id],
    queryFn: ({ signal }) => memory.history(id, { signal }),
  });
  return (
    <section>
      <h2>History</h2>
      <Problem error={error} />
      <ol className="timeline">
        {data?.history.toReversed().map(({ revision, change, changed_at, agent_id, changes }) => (
          <li key={revision}>
            <p>
              <strong>{change}</strong> by {agent_id} <RelativeTime at={changed_at} />
            </p>
            {Object.entries(changes).map(([field, value]) => (
              <pre key={field} className="small">
                {field}: {JSON.stringify(value)}
              </pre>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
