import { Counter } from 'prom-client';
import { expect, test } from 'vitest';
import { createSampleService } from '../testing/sample-service.js';

test('/metrics has the metrics of the process, of requests by route, and of the service', async () => {
  const service = await createSampleService();
  new Counter({ name: 'items_total', help: 'Items', registers: [service.metrics] }).inc(3);
  await service.app.inject('/items/0190a5c4-0000-7000-8000-000000000000');
  await service.app.inject('/items?page_size=0&secret=1');
  await service.app.inject('/unknown/secret');
  const answer = await service.app.inject('/metrics');
  expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  expect(answer.body).toMatch(/^process_resident_memory_bytes \d+/m);
  expect(answer.body).toMatch(/^items_total 3$/m);
  const count = (labels: string) =>
    answer.body.match(`http_request_duration_seconds_count{${labels}} (\\d+)`)?.[1];
  expect(count('method="GET",route="/items/:item_id",status_class="4xx"')).toBe('1');
  expect(count('method="GET",route="/items",status_class="4xx"')).toBe('1');
  expect(count('method="GET",route="unmatched",status_class="4xx"')).toBe('1');
  expect(answer.body).not.toContain('secret');
  await service.close();
});

test('two services in one process keep their own counts', async () => {
  const [first, second] = [await createSampleService(), await createSampleService()];
  await first.app.inject('/unknown');
  expect((await second.app.inject('/metrics')).body).not.toContain('route="unmatched"');
  await first.close();
  await second.close();
});
