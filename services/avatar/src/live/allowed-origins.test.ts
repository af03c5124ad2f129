import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.js';

const PAGE = 'https://play.example';
const asService = { authorization: 'Bearer top' };
let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    AVATAR_SERVICE_TOKEN: 'top',
    AVATAR_ALLOWED_ORIGINS: `${PAGE}, http://localhost:5173`,
  });
});
afterAll(() => service.close());

describe('a page on another origin', () => {
  it('calls and reads where its origin is named', async () => {
    const preflight = await service.request('OPTIONS', '/tts/stream', {
      headers: {
        origin: PAGE,
        'sec-fetch-site': 'cross-site',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-avatar-ticket',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(PAGE);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type,x-avatar-ticket');
    const { ticket } = (await service.get('/auth/ticket', asService)).body;
    const headers = { origin: PAGE, 'sec-fetch-site': 'cross-site', 'x-avatar-ticket': ticket };
    const voices = await service.get('/voices', headers);
    expect([voices.status, voices.headers.get('access-control-allow-origin')]).toEqual([200, PAGE]);
    expect(voices.headers.get('vary')).toMatch(/origin/i);
    // It can read why it was refused, too.
    const refused = await service.get('/voices', { origin: PAGE });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, PAGE]);
  });

  it.each(['https://play.example.org', 'http://play.example', 'https://play.example:8443', 'null'])(
    'is refused from %s, which is not named',
    async (origin) => {
      const answer = await service.get('/voices', { origin, ...asService });
      expect([answer.status, answer.body.code]).toEqual([403, 'origin_not_allowed']);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it('does not read from another page of this machine', async () => {
    const answer = await service.get('/voices', { origin: 'http://localhost:9999', ...asService });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await service.request('OPTIONS', '/tts/stream', {
      headers: { origin: 'http://localhost:9999', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(401);
  });

  it('does not change OPTIONS of other clients or unknown paths', async () => {
    const options = await service.request('OPTIONS', '/tts/stream', { headers: asService });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'OPTIONS, POST']);
    expect((await service.request('OPTIONS', '/nowhere', { headers: asService })).status).toBe(404);
    expect((await service.request('PUT', '/tts/stream', { headers: asService })).status).toBe(405);
  });

  it.each([
    'https://play.example/',
    'play.example',
    '*',
    'ftp://play.example',
    'https://play.example,nonsense',
  ])('has an origin that can be one: %s stops the start', async (origins) => {
    await expect(startTestService({ AVATAR_ALLOWED_ORIGINS: origins })).rejects.toThrow(
      'AVATAR_ALLOWED_ORIGINS',
    );
  });
});
