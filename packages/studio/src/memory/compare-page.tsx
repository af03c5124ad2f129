import { useQueries } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { Problem } from '../parts/problem.js';
import { RelativeTime } from '../parts/when.js';
import { memory } from './client.js';
import { unmerge } from './take-apart.js';
import { useMemoryChange } from './use-change.js';

/** Two memories side by side, and what a person can say of them. */
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
    return error ? <Problem error={error} /> : <p className="waiting">Reading …</p>;
  const both = [newer.memory_id, older.memory_id] as [string, string];
  const leave = (told: string, act: () => Promise<unknown>, back?: () => Promise<unknown>) =>
    change(
      told,
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
            <h2>{each === newer ? 'The newer one' : 'The older one'}</h2>
            <p className="content">{each.content}</p>
            <p className="small soft">
              {each.type}, {each.project ?? 'every project'}, by {each.source_agent}{' '}
              <RelativeTime at={each.created_at} />
              {each.state === 'archived' && ', archived'}
            </p>
            <Link href={`/memories/${each.memory_id}`}>All of it</Link>
          </article>
        ))}
      </div>
      <fieldset className="row" disabled={isPending}>
        <legend className="hidden">What stands between them</legend>
        <button
          type="button"
          onClick={() =>
            leave(
              'The older one is archived',
              () => memory.supersede(newer.memory_id, [older.memory_id]),
              () => memory.restore(older.memory_id),
            )
          }
        >
          The newer replaces the older
        </button>
        <button
          type="button"
          className="plain"
          onClick={() =>
            leave(
              'Made one',
              () => memory.audit.merge(both),
              () => unmerge(both),
            )
          }
        >
          They say the same: make one
        </button>
        <button
          type="button"
          className="plain"
          onClick={() => leave('Kept as a conflict', judge('conflicts'))}
        >
          They contradict one another
        </button>
        <button
          type="button"
          className="plain"
          onClick={() => leave('Kept: both are true', judge('distinct'))}
        >
          Both are true
        </button>
      </fieldset>
      <Problem error={refused} />
    </section>
  );
}
