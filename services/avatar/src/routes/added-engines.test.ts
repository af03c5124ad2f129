import { readFileSync } from 'node:fs';
import { readWav } from '@anima/speech';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { voiceFamilies } from '../adapters/speech/voice-families.js';
import { family as beep } from '../testing/engines/beep-family/family.js';
import { finishedJob } from '../testing/finished-job.js';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { voiceFamilies: [...voiceFamilies, beep] });
});
afterAll(() => service.close());

async function made(path: string, body: Record<string, unknown>) {
  const accepted = await service.post(path, body);
  expect(accepted.status).toBe(202);
  const job = await finishedJob(service, accepted.body.status_url);
  expect(job.error).toBeUndefined();
  return job;
}

describe('a family of voices that is one folder, and one more in the list', () => {
  it('is told wherever engines and voices are', async () => {
    const { body } = await service.get('/voices');
    expect(body.voices.map(({ name, engine }: Record<string, string>) => [name, engine])).toEqual(
      expect.arrayContaining([
        ['heart', 'hibari'],
        ['beep-low', 'beep'],
        ['beep-high', 'beep'],
      ]),
    );
    const { engines } = (await service.get('/bootstrap-config')).body;
    expect(engines).toContainEqual({ name: 'beep', loaded: false });
    const models = (await service.get('/v1/models')).body.data;
    expect(models.map(({ id }: { id: string }) => id)).toEqual(['hibari', 'beep']);
    expect((await service.get('/catalog')).body.voices).toContainEqual(
      expect.objectContaining({ name: 'beep-low', engine: 'beep', kind: 'engine' }),
    );
  });

  it('is loaded ahead', async () => {
    const { body } = await service.post('/avatars/warm', { engines: ['beep'] });
    expect(body.loaded).toMatchObject([{ model: 'beep' }]);
    const { engines } = (await service.get('/bootstrap-config')).body;
    expect(engines).toContainEqual({ name: 'beep', loaded: true });
  });

  it('speaks in a process of its own, with words where they are heard', async () => {
    const job = await made('/tts/generate', { text: 'Low tones, please.', voice: 'beep-low' });
    expect(job.result).toMatchObject({ voice: 'beep-low', sample_rate: 16_000 });
    const { words } = job.result;
    expect(words.map(({ word }: { word: string }) => word)).toEqual(['Low', 'tones', 'please']);
    const { samples, sampleRate } = readWav(readFileSync(job.output_path));
    const loudest = (from: number, to: number) =>
      samples
        .subarray(Math.ceil(from * sampleRate), Math.floor(to * sampleRate))
        .reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    let before = 0;
    for (const { start, end } of words) {
      expect(loudest(start, end)).toBeGreaterThan(0.15);
      if (start > before) expect(loudest(before, start)).toBe(0);
      before = end;
    }
  });
});
