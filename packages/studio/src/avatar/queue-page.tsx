import type { JobName } from '@anima/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Problem } from '../parts/problem.js';
import { RelativeTime } from '../parts/when.js';
import { avatar } from './client.js';
import { JobResult } from './made.js';

const KINDS = { tts: 'speech', lipsync: 'clip', lipsync_batch: 'script', enhance: 'restoration' };

/** Lists running, queued and finished jobs. Unfinished jobs can be cancelled. */
export function QueuePage() {
  const queries = useQueryClient();
  const [shown, setShown] = useState<string | null>(null);
  const { data, error } = useQuery({
    queryKey: ['jobs'],
    queryFn: ({ signal }) => avatar.jobs.list({ page_size: 50 }, { signal }),
    refetchInterval: 2_000,
  });
  useEffect(() => {
    const leaving = new AbortController();
    (async () => {
      for await (const _event of avatar.events({ signal: leaving.signal }))
        void queries.invalidateQueries({ queryKey: ['jobs'] });
    })().catch(() => {
      // The list is reloaded every two seconds in any case.
    });
    return () => leaving.abort();
  }, [queries]);
  const cancel = useMutation({
    mutationFn: (job: JobName) => avatar.jobs.cancel(job),
    onSettled: () => queries.invalidateQueries({ queryKey: ['jobs'] }),
  });
  return (
    <section className="stack">
      <h1>Queue</h1>
      <Problem error={error ?? cancel.error} />
      {data?.jobs.length === 0 && <p className="empty">No jobs yet.</p>}
      <ul className="found">
        {data?.jobs.map((job) => {
          const isOpen = job.status === 'queued' || job.status === 'running';
          return (
            <li key={job.job_id} className="card stack">
              <div className="row spread">
                <p className="row">
                  <strong>{KINDS[job.kind]}</strong>
                  <span className="chip">{job.status}</span>
                  <span className="soft small">
                    {isOpen && job.stage} <RelativeTime at={job.created_at} />
                    {job.queue_position !== undefined && `, ${job.queue_position} jobs ahead`}
                  </span>
                </p>
                {isOpen ? (
                  <button
                    type="button"
                    className="danger"
                    disabled={cancel.isPending}
                    onClick={() => cancel.mutate(job)}
                  >
                    Cancel
                  </button>
                ) : (
                  job.status === 'succeeded' && (
                    <button
                      type="button"
                      className="plain"
                      aria-expanded={shown === job.job_id}
                      onClick={() => setShown(shown === job.job_id ? null : job.job_id)}
                    >
                      {shown === job.job_id ? 'Hide' : 'Show'}
                    </button>
                  )
                )}
              </div>
              {job.status === 'running' && (
                <progress max={1} value={job.progress} aria-label={`Progress of the ${KINDS[job.kind]}`} />
              )}
              {job.error !== undefined && <p className="problem">{job.error.message}</p>}
              {shown === job.job_id &&
                (job.kind === 'lipsync_batch' ? <ScriptClips id={job.job_id} /> : <JobResult job={job} />)}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The clips of a script, which the list of jobs does not contain. */
function ScriptClips({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: ['script', id],
    queryFn: ({ signal }) => avatar.jobs.get({ job_id: id, kind: 'lipsync_batch' }, { signal }),
  });
  return data === undefined ? <Problem error={error} /> : <JobResult job={data} />;
}
