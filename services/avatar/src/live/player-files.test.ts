import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.js';

const PAGE = 'https://play.example';
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ AVATAR_SERVICE_TOKEN: 'top', AVATAR_ALLOWED_ORIGINS: PAGE });
});
afterAll(() => service.close());

describe('the player', () => {
  it('is one module at an address that stays, without a token', async () => {
    const { status, headers, body } = await service.get('/player.js');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/javascript');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(body).toContain('anima-avatar');
    const again = await service.get('/player.js', { 'if-none-match': headers.get('etag')! });
    expect(again.status).toBe(304);
    expect((await service.get('/player/sound-worklet.js')).body).toContain('registerProcessor');
  });

  it('loads what draws by names that hold its content, which are kept', async () => {
    const { body } = await service.get('/player.js');
    const chunk = /player\/assets\/face-[\w-]+\.js/.exec(body as string)?.[0];
    const { status, headers } = await service.get(`/${chunk}`);
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  });

  it('is for pages of origins that are named', async () => {
    const from = (origin: string) => ({ origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' });
    const named = await service.get('/player.js', from(PAGE));
    expect([named.status, named.headers.get('access-control-allow-origin')]).toEqual([200, PAGE]);
    expect((await service.get('/player.js', from('https://other.example'))).status).toBe(403);
  });
});
