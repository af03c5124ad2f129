import { useQueries } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { Problem } from '../parts/problem.js';
import { RelativeTime } from '../parts/when.js';
import { memory } from './client.js';
import { unmerge } from './take-apart.js';
import { useMemoryChange } from './use-change.js';

/** Two memories side by side, and buttons for their relation. */
export function ComparePage({ params }: { params: Record<string, string | undefined> }) {
  const ids = [params.one ?? '', params.other ?? ''] as const;
  const [, go] = useLocation();
  const { change, error: refused, isPending } = useMemoryChange();
  const found = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['memory', id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        memory.get(id, { include_archived: true }, { signal }),
    })),
  });
  const [newer, older] = found
    .flatMap(({ data }) => data ?? [])
    .sort((a, b) => b.created_at.localeCompare(a.created_at));
  const error = found.find((each) => each.error)?.error;
  if (newer === undefined || older === undefined)
    return error ? <Problem error={error} /> : <p className="waiting">Loading …</p>;
  const both = [newer.memory_id, older.memory_id] as [string, string];
  const leave = (text: string, act: () => Promise<unknown>, back?: () => Promise<unknown>) =>
    change(
      text,
      async () => {
        await act();
        history.length > 1 ? history.back() : go('/');
      },
      back,
    );
  const judge = (verdict: 'conflicts' | 'distinct') => () =>
    memory.audit.judge([{ memory_ids: both, verdict }]);
  return (
    <section className="stack">
      <h1>Two memories</h1>
      <div className="side-by-side">
        {[newer, older].map((each) => (
          <article key={each.memory_id} className="card">
            <h2>{each === newer ? 'Newer memory' : 'Older memory'}</h2>
            <p className="content">{each.content}</p>
            <p className="small soft">
              {each.type}, {each.project ?? 'all projects'}, by {each.source_agent}{' '}
              <RelativeTime at={each.created_at} />
              {each.state === 'archived' && ', archived'}
            </p>
            <Link href={`/memories/${each.memory_id}`}>Details</Link>
          </article>
        ))}
      </div>
      <fieldset className="row" disabled={isPending}>
        <legend className="hidden">Relation</legend>
        <button
          type="button"
          onClick={() =>
            leave(
              'The older memory is archived',
              () => memory.supersede(newer.memory_id, [older.memory_id]),
              () => memory.restore(older.memory_id),
            )
          }
        >
          Replace the older one
        </button>
        <button
          type="button"
          className="plain"
          onClick={() =>
            leave(
              'Merged',
              () => memory.audit.merge(both),
              () => unmerge(both),
            )
          }
        >
          Merge duplicates
        </button>
        <button
          type="button"
          className="plain"
          onClick={() => leave('Saved as a contradiction', judge('conflicts'))}
        >
          Keep as a contradiction
        </button>
        <button type="button" className="plain" onClick={() => leave('Saved: keep both', judge('distinct'))}>
          Keep both
        </button>
      </fieldset>
      <Problem error={refused} />
    </section>
  );
}
