import { type JobsUnderTest, testJobQueue } from '../jobs/job-queue.contract.js';
import { testJobRecords } from '../jobs/job-records.contract.js';
import { testWebhookOutbox } from '../jobs/webhook-outbox.contract.js';
import { createMemoryJobs } from './memory-jobs.js';

function open(): JobsUnderTest {
  const published: string[] = [];
  const clock = { now: 100 };
  const jobs = createMemoryJobs({
    clock: () => clock.now,
    tell: ({ type, data }) => published.push(`${type} ${data.job_id}`),
  });
  const under: JobsUnderTest = {
    ...jobs,
    ...{ elsewhere: jobs.queue, published: () => published, clock, reopen: () => under, dispose() {} },
  };
  return under;
}

testJobQueue('memory', open);
testJobRecords('memory', open);
testWebhookOutbox('memory', open);
