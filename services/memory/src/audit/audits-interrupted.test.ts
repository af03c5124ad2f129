import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { makeForeignHome } from '../testing/foreign-home.js';
import { createHeldEmbedder } from '../testing/held-embedder.js';
import { sharedEmbedder, startTestService } from '../testing/test-service.js';

// What kill -9 does to one: kill-points.test.ts.
it('an audit ends with the service', async () => {
  const home = makeForeignHome({ empty: true });
  const embedder = createHeldEmbedder(await sharedEmbedder());
  const service = await startTestService(home.env, { embedder: embedder.embedder });
  onTestFinished(async () => {
    await service.close();
    home.remove();
  });
  writeFileSync(join(home.path, 'AGENTS.md'), 'Releases leave on Thursdays\n');
  await service.post('/api/v1/remember', { content: 'Releases leave on Fridays', type: 'decision' });
  const history = async () => (await service.get('/api/v1/memories/audit/history')).body.runs;

  const underWay = embedder.hold(/Thursdays/);
  const audit = service.post('/api/v1/memories/audit', { scope: 'cross', config_dir: home.path });
  await underWay;
  expect(await history()).toMatchObject([{ state: 'running', finished_at: null }]);
  const restarted = service.restart();
  // The audit has received the request to stop by then.
  await setImmediate();
  embedder.release();
  expect(await audit).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  await restarted;
  expect(await history()).toMatchObject([{ state: 'failed', error: 'The service is stopping' }]);
  const { body } = await service.post('/api/v1/search', { query: 'release', page_size: 1 });
  expect(body.results).toHaveLength(1);
});
