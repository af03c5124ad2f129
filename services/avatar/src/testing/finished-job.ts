import type { Answer, TestService } from '@anima/service/testing';
import { expect, vi } from 'vitest';

/** The record of a job, when it has come to an end of any kind. */
export async function finishedJob(service: TestService, statusUrl: string): Promise<Answer['body']> {
  let job: Answer['body'];
  await vi.waitFor(
    async () => {
      job = (await service.get(statusUrl)).body;
      expect(['queued', 'running']).not.toContain(job.status);
    },
    { timeout: 120_000, interval: 50 },
  );
  return job;
}
