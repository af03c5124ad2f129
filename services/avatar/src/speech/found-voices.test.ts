import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWav } from '@anima/speech/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.js';
import { KOKORO_NETWORK, PIPER_NETWORK, piperConfig, STYLES_BYTES, write } from '../testing/voice-files.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const voices = async (): Promise<Record<string, unknown>[]> => (await service.get('/voices')).body.voices;
const generate = (body: Record<string, unknown>) => service.post('/tts/generate', body);
async function finished(jobId: string) {
  const read = async () => (await service.get(`/tts/jobs/${jobId}`)).body;
  await vi.waitFor(async () => expect(['queued', 'running']).not.toContain((await read()).status), {
    timeout: 50_000,
    interval: 100,
  });
  return read();
}

describe('files that look like voices', () => {
  beforeAll(async () => {
    const folder = join(service.dataDir, 'voices');
    write(join(folder, 'kokoro/model.onnx'), KOKORO_NETWORK);
    write(join(folder, 'kokoro/voices/af_heart.bin'), Buffer.alloc(STYLES_BYTES));
    write(join(folder, 'piper/thorsten.onnx'), PIPER_NETWORK);
    write(join(folder, 'piper/thorsten.onnx.json'), piperConfig('de'));
    write(join(folder, 'piper/broken.onnx'), 'not a network');
    await service.restart();
  });

  it('are listed after the shipped voices from the next start', async () => {
    const listed = await voices();
    expect(listed.map(({ name, engine, loaded }) => [name, engine, loaded])).toEqual([
      ['heart', 'hibari', false],
      ['wren', 'hibari', false],
      ['sage', 'hibari', false],
      ['rowan', 'hibari', false],
      ['kokoro-af_heart', 'kokoro', false],
      ['piper-thorsten', 'piper', false],
    ]);
    expect(listed[5]).toMatchObject({
      sample_rate: 22_050,
      language: 'de',
      size_bytes: PIPER_NETWORK.length,
    });
  });

  it('are skipped with a line in the log if they are broken', () => {
    const lines = service.log().filter(({ msg }) => String(msg).startsWith('voice skipped'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      level: 'warn',
      file: join(service.dataDir, 'voices/piper/broken.onnx'),
    });
  });

  it('are refused where they speak what we do not read', async () => {
    const refused = await generate({ text: 'Hello.', voice: 'piper-thorsten' });
    expect(refused).toMatchObject({ status: 422, body: { code: 'text_not_speakable' } });
    expect(refused.body.detail).toBe(
      'Expected a voice that speaks English, in which texts are read, received "piper-thorsten", which speaks de',
    );
  });

  it('fail the job with a reason if their files are invalid; other voices still speak', async () => {
    const { body } = await generate({ text: 'Hello.', voice: 'kokoro-af_heart' });
    const job = await finished(body.job_id);
    expect(job).toMatchObject({ status: 'failed', error: { code: 'voice_not_found' } });
    expect(JSON.stringify(job.error)).toContain('The voice kokoro-af_heart cannot be opened');
    const { body: other } = await generate({ text: 'Hello.' });
    expect(await finished(other.job_id)).toMatchObject({ status: 'succeeded', result: { voice: 'heart' } });
  });

  it('are the engines that OpenAI’s protocol lists, and leave its names to the voices that ship', async () => {
    const { body } = await service.get('/v1/models');
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['hibari', 'kokoro', 'piper']);
    const spoken = await service.post('/v1/audio/speech', {
      model: 'tts-1',
      input: 'Hello.',
      voice: 'echo',
      response_format: 'pcm',
    });
    expect(spoken.status).toBe(200);
  });

  it('fail a job whose voice was taken away before its turn', async () => {
    await service.patch('/settings', { speech_concurrency: 1 });
    const { body: first } = await generate({ text: 'Hello there. '.repeat(1000) });
    const { body: second } = await generate({ text: 'Hello.', voice: 'kokoro-af_heart' });
    await service.restart({}, () => rmSync(join(service.dataDir, 'voices'), { recursive: true }));
    await service.request('DELETE', `/tts/jobs/${first.job_id}`);
    const job = await finished(second.job_id);
    expect(job).toMatchObject({ status: 'failed', error: { code: 'voice_not_found' } });
    expect(JSON.stringify(job.error)).toContain('Expected one of heart, wren, sage, rowan for voice');
  });
});

const testVoices = process.env.ANIMA_TEST_VOICES || join(tmpdir(), 'anima-test-voices');
const hasWeights = existsSync(join(testVoices, 'kokoro')) && existsSync(join(testVoices, 'piper'));

describe.skipIf(!hasWeights)(
  hasWeights ? 'real weights' : 'needs the test voices: node scripts/fetch-test-voices.mjs',
  () => {
    let real: TestService;
    beforeAll(async () => {
      real = await startTestService();
      symlinkSync(testVoices, join(real.dataDir, 'voices'));
      await real.restart();
    });
    afterAll(() => real?.close());

    it.each([
      ['kokoro-af_heart', 24_000],
      ['piper-en_US-joe-medium', 22_050],
    ])(
      'speak: %s',
      async (voice, sampleRate) => {
        service = real;
        const text = 'It costs $12.50.';
        const { body } = await generate({ text, voice });
        const job = await finished(body.job_id);
        expect(job).toMatchObject({ status: 'succeeded', result: { voice, sample_rate: sampleRate } });
        const words: { word: string; char_start: number; char_end: number }[] = job.result.words;
        expect(words.map(({ word }) => word.toLowerCase())).toEqual([
          'it',
          'costs',
          'twelve',
          'dollars',
          'fifty',
          'cents',
        ]);
        const sound = await fetch(`${real.url}${job.media_url}`);
        const wav = readWav(Buffer.from(await sound.arrayBuffer()));
        expect(wav.sampleRate).toBe(sampleRate);
        expect((await voices()).find(({ name }) => name === voice)).toMatchObject({ loaded: true });
      },
      60_000,
    );
  },
);
