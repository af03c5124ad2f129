import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.js';

const PAGE = 'http://127.0.0.1:8765';
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ MEMORY_ALLOWED_ORIGINS: `${PAGE} http://localhost:8765` });
});
afterAll(() => service.close());

const preflightOf = (target: TestService, origin: string) =>
  target.request('OPTIONS', '/api/v1/recall', {
    headers: {
      origin,
      'sec-fetch-site': 'same-site',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key,x-agent-id',
    },
  });

describe('a page on another origin, as /live of the avatar service is', () => {
  it('calls and reads where its origin is named', async () => {
    const preflight = await preflightOf(service, PAGE);
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, PAGE]);
    const headers = { origin: PAGE, 'sec-fetch-site': 'same-site' };
    const found = await service.post('/api/v1/recall', { query: 'anything' }, headers);
    expect([found.status, found.headers.get('access-control-allow-origin')]).toEqual([200, PAGE]);
  });

  it.each(['http://127.0.0.1:8766', 'https://127.0.0.1:8765', 'null'])(
    'reads nothing from %s',
    async (origin) => {
      expect((await preflightOf(service, origin)).headers.get('access-control-allow-origin')).toBeNull();
      const found = await service.post('/api/v1/recall', { query: 'anything' }, { origin });
      expect(found.headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it('returns no data if no origin is configured', async () => {
    const closed = await startTestService();
    try {
      expect((await preflightOf(closed, PAGE)).headers.get('access-control-allow-origin')).toBeNull();
    } finally {
      await closed.close();
    }
  });
});
