import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveModelsDir } from '@anima/inference';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
let models: string;
beforeAll(async () => {
  const shipped = resolveModelsDir();
  models = mkdtempSync(join(tmpdir(), 'anima-no-voice-'));
  for (const name of ['registry.json', 'heads']) symlinkSync(join(shipped, name), join(models, name));
  vi.stubEnv('ANIMA_MODELS_DIR', models);
  service = await startTestService();
});
afterAll(async () => {
  await service?.close();
  vi.unstubAllEnvs();
  rmSync(models, { recursive: true });
});

describe('if no network can be loaded', () => {
  it.each<[string, Record<string, unknown>]>([
    ['/tts/generate', { text: 'Hello there.', lexicon: { there: 'ðˈɛɹ' } }],
    ['/lipsync/generate', { text: 'Hello there.' }],
    ['/lipsync/generate/batch', { scenes: [{ text: 'One.' }, { text: 'Two.' }] }],
  ])('%s still accepts: that needs no model', async (path, body) => {
    expect(await service.post(path, body)).toMatchObject({ status: 202, body: { status: 'queued' } });
  });

  it.each<[Record<string, unknown>, number, string]>([
    [{ text: '...' }, 422, 'text_empty'],
    [{ text: 'Привет' }, 422, 'text_not_speakable'],
    [{ text: 'a', lexicon: { a: '5' } }, 422, 'lexicon_invalid'],
    [{ text: 'a', voice: 'nobody' }, 422, 'voice_not_found'],
  ])('%j is still refused for what it is', async (body, status, code) => {
    expect(await service.post('/tts/generate', body)).toMatchObject({ status, body: { code } });
  });
});
