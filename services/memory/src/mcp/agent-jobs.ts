import { AppError } from '@anima/service/errors';

/** Maximum number of waiting or running jobs of one agent. */
const MAX_UNFINISHED = 4;
/** Maximum number of jobs of all agents together. The oldest are removed and then have no owner. */
const MAX_TRACKED = 10_000;

type IsOver = (jobId: string) => Promise<boolean>;

/** Tracks which isolated agent started which job. After a restart, jobs have no owner. */
export interface AgentJobs {
  /**
   * Starts a job and counts it before it starts, so that concurrent calls are counted too.
   *
   * @param isOver returns whether the job has ended, if its end was not observed.
   * @throws AppError `overloaded` if the agent has too many unfinished jobs
   */
  begin(agent: string, start: () => Promise<string>, isOver: IsOver): Promise<string>;
  isOf(agent: string, jobId: string): boolean;
  ended(jobId: string): void;
}

export function createAgentJobs(): AgentJobs {
  const owners = new Map<string, string>();
  const unfinished = new Map<string, Map<string, IsOver>>();
  const starting = new Map<string, number>();

  const countOf = (agent: string) => (unfinished.get(agent)?.size ?? 0) + (starting.get(agent) ?? 0);
  const change = (agent: string, by: number) => {
    const count = (starting.get(agent) ?? 0) + by;
    if (count === 0) starting.delete(agent);
    else starting.set(agent, count);
  };
  function ended(jobId: string): void {
    const agent = owners.get(jobId);
    const jobs = agent === undefined ? undefined : unfinished.get(agent);
    if (jobs?.delete(jobId) && jobs.size === 0) unfinished.delete(agent!);
  }
  function keep(agent: string, jobId: string, isOver: IsOver): void {
    owners.set(jobId, agent);
    unfinished.set(agent, (unfinished.get(agent) ?? new Map()).set(jobId, isOver));
    if (owners.size <= MAX_TRACKED) return;
    const [oldest] = owners.keys();
    ended(oldest!);
    owners.delete(oldest!);
  }

  return {
    ended,
    isOf: (agent, jobId) => owners.get(jobId) === agent,
    begin: async (agent, start, isOver) => {
      if (countOf(agent) >= MAX_UNFINISHED)
        await Promise.all(
          [...(unfinished.get(agent) ?? [])].map(async ([jobId, isItOver]) => {
            if (await isItOver(jobId)) ended(jobId);
          }),
        );
      if (countOf(agent) >= MAX_UNFINISHED)
        throw new AppError(
          'overloaded',
          `Expected at most ${MAX_UNFINISHED} jobs of an agent at a time; wait for one with its job_id, or cancel a call`,
        );
      change(agent, 1);
      try {
        const jobId = await start();
        keep(agent, jobId, isOver);
        return jobId;
      } finally {
        change(agent, -1);
      }
    },
  };
}
