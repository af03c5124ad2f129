import { type AcceptedJob, AnimaError, type Job, JobFailedError, type JobKind } from '@anima/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { avatar } from './client.js';

/** The last job of a kind that this tab started. */
export interface TrackedJob<Kind extends JobKind> {
  /** The latest known state; null without a job. */
  job: Job<Kind> | null;
  isUnderWay: boolean;
  error: unknown;
  begin(start: () => Promise<AcceptedJob<Kind>>): Promise<void>;
  cancel(): void;
}

/** Follows a job while the page is open. A reload, or a later visit in this tab, shows its current state. */
export function useJob<Kind extends JobKind>(kind: Kind): TrackedJob<Kind> {
  const key = `anima-job-${kind}`;
  const [id, setId] = useState(() => sessionStorage.getItem(key));
  const [job, setJob] = useState<Job<Kind> | null>(null);
  const [isBegun, setBegun] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const queries = useQueryClient();

  useEffect(() => {
    if (id === null) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const forget = () => {
      sessionStorage.removeItem(key);
      setId(null);
      setJob(null);
    };
    avatar
      .waitFor({ job_id: id, kind }, { onProgress: setJob, signal })
      .then(setJob)
      .catch((broken: unknown) => {
        if (signal.aborted) return;
        const isGone = broken instanceof AnimaError && broken.status === 404;
        const isCancelled = broken instanceof JobFailedError && broken.code === 'job_cancelled';
        if (!isGone && !isCancelled) setError(broken);
        // Finished scenes of a script remain visible.
        if (isGone || kind !== 'lipsync_batch') forget();
        else if (broken instanceof JobFailedError) setJob(broken.job as Job<Kind>);
      })
      .finally(() => void queries.invalidateQueries({ queryKey: ['jobs'] }));
    return () => leaving.abort();
  }, [id, key, kind, queries]);

  async function begin(start: () => Promise<AcceptedJob<Kind>>) {
    setError(null);
    setJob(null);
    setBegun(true);
    try {
      const { job_id } = await start();
      sessionStorage.setItem(key, job_id);
      setId(job_id);
    } catch (broken) {
      setError(broken);
    } finally {
      setBegun(false);
    }
  }

  function cancel() {
    if (id !== null) avatar.jobs.cancel({ job_id: id, kind }).catch(setError);
  }

  const isDone = job?.status === 'succeeded' || job?.status === 'failed' || job?.status === 'cancelled';
  return { job, isUnderWay: isBegun || (id !== null && !isDone && error === null), error, begin, cancel };
}
