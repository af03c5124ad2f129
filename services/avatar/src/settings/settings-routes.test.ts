import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.request('POST', '/settings/reset');
});

const path = '/settings';
const file = () => join(service.dataDir, 'settings', 'settings.json');
const defaults = {
  speech_concurrency: 1,
  speech_streams: 8,
  live_sessions: 8,
  render_concurrency: 1,
  default_speed: 1,
  default_audio_format: 'wav',
  queue_limit: 200,
  keep_jobs_days: 30,
};

describe('settings', () => {
  it('return their ranges and defaults', async () => {
    const { status, body } = await service.get(path);
    expect(status).toBe(200);
    expect(body.settings).toEqual(defaults);
    expect(body.rules).toContainEqual({
      name: 'default_speed',
      type: 'number',
      default: 1,
      minimum: 0.5,
      maximum: 2,
      description: expect.any(String),
    });
    expect(body.rules.map(({ name }: { name: string }) => name)).toEqual(Object.keys(defaults));
  });

  it('change one by one, survive a restart, and go back to their defaults', async () => {
    const changed = await service.patch(path, { default_speed: 1.25 });
    expect(changed.body.settings).toEqual({ ...defaults, default_speed: 1.25 });
    await service.patch(path, { default_audio_format: 'mp3' });
    await service.restart();
    const stored = { ...defaults, default_speed: 1.25, default_audio_format: 'mp3' };
    expect((await service.get(path)).body.settings).toEqual(stored);
    const reset = await service.request('POST', '/settings/reset');
    expect(reset).toMatchObject({ status: 200, body: { settings: defaults } });
    expect((await service.get(path)).body.settings).toEqual(defaults);
  });

  it('lose no change to another one made at the same time', async () => {
    await Promise.all([
      service.patch(path, { default_speed: 2 }),
      service.patch(path, { keep_jobs_days: 7 }),
      service.patch(path, { speech_concurrency: 2 }),
    ]);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({
      ...defaults,
      default_speed: 2,
      keep_jobs_days: 7,
      speech_concurrency: 2,
    });
  });

  it.each([
    [{ default_speed: 3 }, 'default_speed'],
    [{ default_speed: '1' }, 'default_speed'],
    [{ speech_concurrency: 1.5 }, 'speech_concurrency'],
    [{ default_audio_format: 'flac' }, 'default_audio_format'],
    [{ default_speed: 1.5, sped: 1 }, 'sped'],
    [{ default_speed: 1.5, speech_concurrency: 0 }, 'speech_concurrency'],
    [{}, ''],
    [{ default_speed: null }, 'default_speed'],
  ])('refuse %j and change nothing', async (body, field) => {
    const answer = await service.patch(path, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(answer.body.errors.map(({ path: at }: { path: string }) => at)).toContain(field);
    expect((await service.get(path)).body.settings).toEqual(defaults);
  });

  it('that were broken by hand stop the start in one clear line', async () => {
    for (const text of ['{', '{"default_speed": 9}']) {
      await expect(service.restart({}, () => writeFileSync(file(), text))).rejects.toThrow(/settings\.json/);
    }
    await service.restart({}, () => writeFileSync(file(), '{"default_speed": 2, "of_a_later_version": 1}'));
    expect((await service.get(path)).body.settings.default_speed).toBe(2);
  });
});
