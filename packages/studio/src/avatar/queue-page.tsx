import type { JobName } from '@anima/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Problem } from '../parts/problem.js';
import { RelativeTime } from '../parts/when.js';
import { avatar } from './client.js';
import { JobResult } from './made.js';

const KINDS = { tts: 'speech', lipsync: 'clip', lipsync_batch: 'script', enhance: 'restoration' };

/** What is made now, what waits, and what was made; each can be cancelled while it is not done. */
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
      // The list is asked for every two seconds all the same.
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
      {data?.jobs.length === 0 && <p className="empty">Nothing was made yet.</p>}
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
                    {job.queue_position !== undefined && `, ${job.queue_position} before it`}
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
                <progress
                  max={1}
                  value={job.progress}
                  aria-label={`How much of the ${KINDS[job.kind]} is done`}
                />
              )}
              {job.error !== undefined && <p className="problem">{job.error.message}</p>}
              {shown === job.job_id && <JobResult job={job} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
