import { type JobsUnderTest, testJobQueue } from '../jobs/job-queue.contract.js';
import { testJobRecords } from '../jobs/job-records.contract.js';
import { testWebhookOutbox } from '../jobs/webhook-outbox.contract.js';
import { createMemoryJobs } from './memory-jobs.js';

function open(): JobsUnderTest {
  const told: string[] = [];
  const clock = { now: 100 };
  const jobs = createMemoryJobs({
    clock: () => clock.now,
    tell: ({ type, data }) => told.push(`${type} ${data.job_id}`),
  });
  const under: JobsUnderTest = {
    ...jobs,
    ...{ elsewhere: jobs.queue, told: () => told, clock, reopen: () => under, dispose() {} },
  };
  return under;
}

testJobQueue('memory', open);
testJobRecords('memory', open);
testWebhookOutbox('memory', open);
