import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { Problem } from '../parts/problem.js';
import { RelativeTime } from '../parts/when.js';
import { memory } from './client.js';
import { EditMemory } from './edit-memory.js';
import { MemoryHistory } from './memory-history.js';
import { Relations } from './relations.js';
import { unmerge } from './take-apart.js';
import { useMemoryChange } from './use-change.js';

/** One memory: what it says, where it is from, what was changed, what stands between it and others. */
export function MemoryPage({ params }: { params: Record<string, string | undefined> }) {
  const id = params.id ?? '';
  const [isEdited, setEdited] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['memory', id],
    queryFn: ({ signal }) => memory.get(id, { include_archived: true }, { signal }),
  });
  const { change, error: refused, isPending } = useMemoryChange();
  if (data === undefined)
    return error === null ? <p className="waiting">Reading …</p> : <Problem error={error} />;
  const isArchived = data.state === 'archived';
  const restore = () => memory.restore(id);
  const forget = () => memory.forget(id);
  return (
    <article className="stack">
      <p>
        <Link href="/">All memories</Link>
      </p>
      <h1 className="content">{data.content}</h1>
      <p className="row soft small">
        <span className="chip">{data.type}</span>
        <span>{data.project ?? 'every project'}</span>
        <span>by {data.source_agent}</span>
        <RelativeTime at={data.created_at} />
        <span>importance {data.importance}</span>
        <span>{data.access_count === 1 ? 'read once' : `read ${data.access_count} times`}</span>
        {data.tags.map((tag) => (
          <span key={tag}>#{tag}</span>
        ))}
      </p>
      {isArchived && (
        <p className="warning">
          Archived{data.superseded_by !== null && <> and replaced by </>}
          {data.superseded_by !== null && (
            <Link href={`/memories/${data.superseded_by}`}>another memory</Link>
          )}
          . It is found no more until it is restored.
        </p>
      )}
      {data.merged_from.length > 0 && !isArchived && (
        <p className="row small">
          Made of{' '}
          {data.merged_from.map((source, at) => (
            <Link key={source} href={`/memories/${source}`}>
              memory {at + 1}
            </Link>
          ))}
          <button
            type="button"
            className="plain small"
            disabled={isPending}
            onClick={() =>
              change('Taken apart: what it was made of is back', () => unmerge(data.merged_from))
            }
          >
            Take apart
          </button>
        </p>
      )}
      <div className="row">
        <button type="button" className="plain" onClick={() => setEdited(true)}>
          Change
        </button>
        {isArchived ? (
          <button type="button" disabled={isPending} onClick={() => change('Restored', restore, forget)}>
            Restore
          </button>
        ) : (
          <button
            type="button"
            className="danger"
            disabled={isPending}
            onClick={() => change('Forgotten', forget, restore)}
          >
            Forget
          </button>
        )}
        {data.shared_with !== 'all' && (
          <button
            type="button"
            className="plain"
            onClick={() => change('Shared with all agents', () => memory.share(id))}
          >
            Share with all
          </button>
        )}
      </div>
      <Problem error={refused} />
      <EditMemory key={data.updated_at} memory={data} isOpen={isEdited} onClose={() => setEdited(false)} />
      <Relations id={id} />
      <MemoryHistory id={id} />
    </article>
  );
}
