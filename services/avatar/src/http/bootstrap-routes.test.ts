import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const config = async () => (await service.get('/bootstrap-config')).body;

describe('the bootstrap config', () => {
  it('returns the data that a client needs at its start', async () => {
    await service.patch('/settings', { default_speed: 1.25, default_audio_format: 'mp3' });
    const { catalog, body } = { catalog: (await service.get('/catalog')).body, body: await config() };
    expect(body).toEqual({
      service: 'anima-avatar',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      base_url: service.url,
      auth: { mode: 'none', ticket_seconds: 300 },
      features: expect.objectContaining({ catalog: true, media: true, lipsync: true, enhancement: true }),
      engines: expect.any(Array),
      defaults: { ...catalog.defaults, speed: 1.25, audio_format: 'mp3' },
      limits: {
        text_characters: 20_000,
        sound_seconds: 3_600,
        scenes: 500,
        body_bytes: 1_048_576,
        picture_bytes: 33_554_432,
        head_bytes: 268_435_456,
        clip_bytes: 2_147_483_648,
      },
      formats: {
        audio: ['wav', 'mp3', 'opus', 'm4a'],
        picture: ['png', 'jpg', 'webp', 'avif'],
        head: ['glb', 'vrm'],
        clip: ['mp4', 'mov', 'webm', 'mkv', 'gif'],
      },
      endpoints: expect.objectContaining({ getCatalog: { method: 'GET', path: '/catalog' } }),
    });
  });

  it('names the address by which the client came', async () => {
    const port = new URL(service.url).port;
    const answer = await fetch(`http://localhost:${port}/bootstrap-config`);
    expect(await answer.json()).toMatchObject({ base_url: `http://localhost:${port}` });
  });

  it('takes no parameters', async () => {
    expect((await service.get('/bootstrap-config?full=1')).status).toBe(400);
  });

  it.each([
    [{ AVATAR_SERVICE_TOKEN: 'the-service-token' }, 'token'],
    [
      {
        AVATAR_SERVICE_TOKEN: 'the-service-token',
        AVATAR_AUTH_SERVER: 'http://127.0.0.1:9/introspect',
        AVATAR_TICKET_SECRET: 'the-ticket-secret-of-thirty-two-bytes',
        AVATAR_WEBHOOK_SECRET: 'the-webhook-secret',
      },
      'introspection',
    ],
  ])('names the mode of authentication and no secret: %j', async (env, mode) => {
    const guarded = await startTestService(env);
    try {
      expect((await guarded.get('/bootstrap-config')).status).toBe(401);
      const authorization = `Bearer ${env.AVATAR_SERVICE_TOKEN}`;
      for (const path of ['/bootstrap-config', '/plugin/manifest']) {
        const { body } = await guarded.get(path, { authorization });
        expect(body.auth.mode).toBe(mode);
        expect(JSON.stringify(body)).not.toMatch(/the-\w+-(token|secret)|introspect"|127\.0\.0\.1:9\b/);
      }
    } finally {
      await guarded.close();
    }
  });
});
