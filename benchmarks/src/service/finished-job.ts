export interface FinishedJob {
  readonly job_id: string;
  readonly status: string;
  readonly status_url: string;
  readonly output_path: string;
  readonly error?: unknown;
  readonly result: {
    readonly duration: number;
    readonly realtime_factor: number;
    readonly fps: number;
    readonly frames: number;
    readonly width: number;
    readonly height: number;
    readonly notes: string[];
  };
}

const POLL_MS = 50;

/**
 * Creates a job at the avatar service at `url` and waits until it ends, polling every `pollMs` milliseconds.
 * Throws if the job fails.
 */
export async function finishedJob(
  url: string,
  path: string,
  body: unknown,
  pollMs = POLL_MS,
): Promise<FinishedJob> {
  const read = async (to: string, init?: RequestInit): Promise<FinishedJob> => {
    const response = await fetch(url + to, init);
    if (!response.ok) throw new Error(`${to}: ${response.status} ${await response.text()}`);
    return (await response.json()) as FinishedJob;
  };
  const { status_url } = await read(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  for (;;) {
    const job = await read(status_url);
    if (job.status === 'succeeded') return job;
    if (job.status !== 'queued' && job.status !== 'running') throw new Error(JSON.stringify(job.error));
    await new Promise((wait) => setTimeout(wait, pollMs));
  }
}
