import { createHmac } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { readWav } from '@anima/speech/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isInTwos, startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const generate = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  service.post('/tts/generate', body, headers);
const jobOf = async (jobId: string) => (await service.get(`/tts/jobs/${jobId}`)).body;

async function finished(jobId: string) {
  await vi.waitFor(async () => expect(['queued', 'running']).not.toContain((await jobOf(jobId)).status), {
    timeout: 25_000,
    interval: 50,
  });
  return jobOf(jobId);
}
async function speak(body: Record<string, unknown>) {
  const accepted = await generate(body);
  expect(accepted.status).toBe(202);
  const job = await finished(accepted.body.job_id);
  expect(job.error).toBeUndefined();
  return job;
}
interface Word {
  word: string;
  start: number;
  end: number;
  char_start: number;
  char_end: number;
}
/** Long enough to be caught in the middle: some minutes of speech. */
const long = 'The quick brown fox jumps over the lazy dog, and then it does so again. '.repeat(200);

describe('speech', () => {
  it('is accepted at once, and made as a job', async () => {
    const accepted = await generate({ text: 'Hello there.' });
    expect(accepted).toMatchObject({ status: 202, body: { kind: 'tts', status: 'queued' } });
    const { job_id, status_url } = accepted.body;
    expect(status_url).toBe(`/tts/jobs/${job_id}`);
    expect(accepted.headers.get('location')).toBe(status_url);
    const job = await finished(job_id);
    expect(job).toMatchObject({
      job_id,
      status: 'succeeded',
      progress: 1,
      attempts: 1,
      media_url: `/media/audio?job_id=${job_id}`,
      result: { sample_rate: 24_000, format: 'wav', voice: 'heart' },
    });
    expect((await service.get(`/lipsync/jobs/${job_id}`)).status).toBe(404);
    expect((await service.get(job.media_url)).headers.get('content-type')).toBe('audio/wav');
    const listed = (await service.get('/jobs?kind=tts&status=succeeded')).body.jobs[0];
    expect(listed).toMatchObject({ job_id });
    expect(listed).not.toHaveProperty('result');
  });

  it('returns the time of every word and its position in the text', async () => {
    const text = 'Pay $12.50 to Dr. Smith by May 1st. [pause 500ms] Thanks!';
    const { result, output_path } = await speak({ text });
    const words: Word[] = result.words;
    expect(words.map(({ word }) => word.toLowerCase()).join(' ')).toMatch(
      /^pay twelve dollars fifty cents to doctor smith by may first thanks$/,
    );
    const places = words.map((word) => text.slice(word.char_start, word.char_end));
    expect(places.slice(0, 3)).toEqual(['Pay', '$12.50', '$12.50']);
    expect(places.at(-1)).toBe('Thanks');
    for (const [i, word] of words.entries()) {
      expect(word.end).toBeGreaterThan(word.start);
      if (i > 0) expect(word.start).toBeGreaterThanOrEqual(words[i - 1]!.start);
    }
    const { samples, sampleRate } = readWav(readFileSync(output_path));
    expect(samples.length / sampleRate).toBeCloseTo(result.duration_seconds, 3);
    expect(words.at(-1)!.end).toBeLessThanOrEqual(result.duration_seconds);
    // The pause is silence, and the words are not.
    const loudness = (from: number, to: number) =>
      Math.hypot(...samples.subarray(Math.round(from * sampleRate), Math.round(to * sampleRate))) /
      Math.sqrt((to - from) * sampleRate);
    const [before, after] = [words.at(-2)!, words.at(-1)!];
    expect(after.start - before.end).toBeGreaterThan(0.5);
    expect(loudness(before.end + 0.15, before.end + 0.5)).toBeLessThan(0.001);
    expect(loudness(before.start, before.end)).toBeGreaterThan(0.02);
    expect(result.phonemes.length).toBeGreaterThan(30);
    const vowels = result.phonemes.filter(({ stress }: { stress?: number }) => stress === 1);
    // Pay twelve dollars: each word has one stressed vowel.
    expect(vowels.slice(0, 3).map(({ phoneme }: { phoneme: string }) => phoneme)).toEqual(['A', 'ɛ', 'ɑ']);
    expect(result.visemes.length).toBeGreaterThan(20);
    expect(readFileSync(result.subtitles.srt_path, 'utf8')).toContain('Pay $12.50 to Dr. Smith by May 1st.');
    expect(readFileSync(result.subtitles.vtt_path, 'utf8')).toMatch(/^WEBVTT\n/);
  });

  it('is the same for the same seed, and another for another', async () => {
    const bytes = async (seed: number) =>
      readFileSync((await speak({ text: 'Same again.', seed })).output_path);
    const [one, same, other] = [await bytes(1), await bytes(1), await bytes(2)];
    expect(one.equals(same)).toBe(true);
    expect(one.equals(other)).toBe(false);
  });

  it.each([
    ['mp3', 'audio/mpeg'],
    ['opus', 'audio/ogg; codecs=opus'],
    ['m4a', 'audio/mp4'],
  ])('is written as %s', async (format, type) => {
    const job = await speak({ text: 'In a format.', format });
    const media = await service.request('GET', job.media_url);
    expect(media.headers.get('content-type')).toBe(type);
    expect(Number(media.headers.get('content-length'))).toBeGreaterThan(2_000);
  });

  it('takes voices, presets and paces', async () => {
    const seconds = async (fields: Record<string, unknown>) =>
      (await speak({ text: 'How long does this sentence take to say?', ...fields })).result.duration_seconds;
    const normal = await seconds({});
    expect((await seconds({ speed: 0.5 })) / normal).toBeCloseTo(2, 0);
    const fast = (await seconds({ speed: 2 })) / normal;
    expect(fast).toBeGreaterThan(0.45);
    expect(fast).toBeLessThan(0.62);
    await service.post('/catalog/voices', { name: 'slow-heart', voice: 'heart', speed: 0.5 });
    expect((await seconds({ voice: 'slow-heart' })) / normal).toBeCloseTo(2, 0);
    expect((await seconds({ voice: 'slow-heart', speed: 1 })) / normal).toBeCloseTo(1, 1);
    const low = await speak({ text: 'Low.', voice: 'rowan', sample_rate: 8_000 });
    expect(readWav(readFileSync(low.output_path)).sampleRate).toBe(8_000);
    expect(low.result.voice).toBe('rowan');
  });

  it('takes the defaults of the settings', async () => {
    await service.patch('/settings', { default_audio_format: 'mp3', default_speed: 2 });
    const job = await speak({ text: 'Defaults.' });
    await service.post('/settings/reset', {});
    expect(job.result.format).toBe('mp3');
  });

  it('makes one job of a repeated call', async () => {
    const key = { 'idempotency-key': 'speak-once' };
    const [one, two] = [await generate({ text: 'Once.' }, key), await generate({ text: 'Once.' }, key)];
    expect(two.body).toEqual(one.body);
  });

  it.each<[string, Record<string, unknown>, number, string]>([
    ['no text', {}, 400, 'validation_failed'],
    ['an empty text', { text: '' }, 400, 'validation_failed'],
    ['nothing to say', { text: ' ... ' }, 422, 'text_empty'],
    ['a text that is too long', { text: 'a'.repeat(20_001) }, 400, 'validation_failed'],
    ['another script', { text: 'Это другой язык.' }, 422, 'text_not_speakable'],
    ['a lexicon of nothing', { text: 'One', lexicon: { one: '###' } }, 422, 'lexicon_invalid'],
    ['an unknown voice', { text: 'One', voice: 'nobody' }, 422, 'voice_not_found'],
    ['an unknown format', { text: 'One', format: 'flac' }, 400, 'validation_failed'],
    ['too much speed', { text: 'One', speed: 3 }, 400, 'validation_failed'],
    ['an odd sample rate', { text: 'One', sample_rate: 12_345 }, 400, 'validation_failed'],
    ['an unknown field', { text: 'One', vioce: 'heart' }, 400, 'validation_failed'],
    ['a webhook elsewhere', { text: 'One', webhook_url: 'https://example.org/' }, 422, 'webhook_not_allowed'],
    ['a webhook that is none', { text: 'One', webhook_url: 'ftp://127.0.0.1/' }, 400, 'validation_failed'],
  ])('refuses %s at once', async (_name, body, status, code) => {
    const before = (await service.get('/jobs')).body.total;
    expect(await generate(body)).toMatchObject({ status, body: { code } });
    expect((await service.get('/jobs')).body.total).toBe(before);
  });

  // Two processes speak two jobs at a time.
  it.skipIf(isInTwos())('stops when it is cancelled, and leaves no file', async () => {
    const { body } = await generate({ text: long });
    const waiting = await generate({ text: 'Behind it.' });
    await vi.waitFor(async () => expect((await jobOf(body.job_id)).progress).toBeGreaterThan(0), {
      timeout: 10_000,
    });
    expect((await jobOf(waiting.body.job_id)).queue_position).toBe(0);
    const cancelled = await service.request('DELETE', `/tts/jobs/${body.job_id}`);
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    expect(await finished(waiting.body.job_id)).toMatchObject({ status: 'succeeded' });
    const files = readdirSync(join(service.dataDir, 'media', 'audio'));
    expect(files.filter((name) => name.includes(body.job_id))).toEqual([]);
    expect((await service.get(`/media/audio?job_id=${body.job_id}`)).status).toBe(404);
    expect((await service.request('DELETE', `/tts/jobs/${body.job_id}`)).body.status).toBe('cancelled');
    expect(await service.request('DELETE', `/tts/jobs/${waiting.body.job_id}`)).toMatchObject({
      status: 409,
      body: { code: 'job_finished' },
    });
  });

  // The other process claims the jobs that a stopping process releases.
  it.skipIf(isInTwos())(
    'goes on after a restart where it was stopped, with nothing half made',
    {
      timeout: 60_000,
    },
    async () => {
      const { body } = await generate({ text: long.slice(0, 700) });
      await vi.waitFor(async () => expect((await jobOf(body.job_id)).progress).toBeGreaterThan(0), {
        timeout: 10_000,
        interval: 10,
      });
      const path = join(service.dataDir, 'media', 'audio', body.job_id);
      await service.restart({}, () => expect(existsSync(path)).toBe(false));
      await vi.waitFor(async () => expect((await jobOf(body.job_id)).status).toBe('succeeded'), {
        timeout: 50_000,
        interval: 50,
      });
      // The job was released and not restarted after a crash.
      expect((await jobOf(body.job_id)).attempts).toBe(1);
      expect(existsSync(path)).toBe(true);
    },
  );

  // A shared database contains the secret instead of a file.
  it.skipIf(isInTwos())('tells a webhook of its end, signed', async () => {
    const received: { headers: IncomingHttpHeaders; body: string }[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        received.push({ headers: request.headers, body });
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    const job = await speak({ text: 'Tell them.', webhook_url: url });
    await vi.waitFor(() => expect(received).toHaveLength(1));
    server.close();
    const { headers, body } = received[0]!;
    expect(JSON.parse(body)).toMatchObject({ job_id: job.job_id, status: 'succeeded' });
    const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-avatar-signature']))!;
    const secret = readFileSync(join(service.dataDir, 'webhook-secret'), 'utf8').trim();
    expect(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')).toBe(signature);
  });

  it('comes back with a backup', async () => {
    const job = await speak({ text: 'Kept.' });
    await service.post('/backups', { name: 'with-jobs' });
    const later = await speak({ text: 'Made later.' });
    expect((await service.post('/backups/with-jobs/restore', {})).status).toBe(200);
    expect(await jobOf(job.job_id)).toEqual(job);
    expect((await service.get(`/tts/jobs/${later.job_id}`)).status).toBe(404);
  });

  // Of two processes that speak one is killed, and the other may have the job.
  it.skipIf(isInTwos())(
    'fails with a reason when the process that speaks is killed, and the next job is spoken',
    async () => {
      const { body } = await generate({ text: long });
      await vi.waitFor(async () => expect((await jobOf(body.job_id)).progress).toBeGreaterThan(0), {
        timeout: 10_000,
      });
      const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
        .trim()
        .split(' ');
      const speaker = children.find((pid) =>
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('speech-process'),
      );
      process.kill(Number(speaker), 'SIGKILL');
      expect(await finished(body.job_id)).toMatchObject({
        status: 'failed',
        error: { code: 'engine_crashed' },
      });
      expect((await service.get('/health')).status).toBe(200);
      await speak({ text: 'Still here.' });
    },
  );
});

describe('speech in OpenAI’s protocol', () => {
  const create = (body: Record<string, unknown>) =>
    fetch(`${service.url}/v1/audio/speech`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'tts-1', voice: 'alloy', input: 'One sentence. And one more.', ...body }),
    });

  it.each([
    [undefined, 'audio/mpeg', /^(ID3|\xff[\xe0-\xff])/],
    ['opus', 'audio/ogg', /^OggS/],
    ['aac', 'audio/aac', /^\xff[\xf0-\xff]/],
    ['flac', 'audio/flac', /^fLaC/],
    ['wav', 'audio/wav', /^RIFF/],
  ])('comes as %s', async (format, type, start) => {
    const response = await create(format === undefined ? {} : { response_format: format });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.toString('latin1', 0, 4)).toMatch(start);
    expect(bytes.length).toBeGreaterThan(5_000);
  });

  // Places are counted by each process for itself.
  it.skipIf(isInTwos())(
    'begins before all of it is spoken, and ends when the reader goes',
    { timeout: 60_000 },
    async () => {
      const { speech_streams } = (await service.get('/settings')).body;
      await service.patch('/settings', { speech_streams: 1 });
      const response = await create({ input: long, response_format: 'pcm' });
      const reader = response.body!.getReader();
      const { value } = await reader.read();
      expect(value!.length).toBeGreaterThan(1_000);
      // The only slot is taken while a stream plays, and is free when its client has disconnected.
      const second = await create({ input: 'Hi.' });
      expect(second.status).toBe(429);
      expect(await second.json()).toMatchObject({ code: 'too_many_requests' });
      await reader.cancel();
      await vi.waitFor(async () => {
        const next = await create({ input: 'Hi.' });
        expect(next.status).toBe(200);
        await next.arrayBuffer();
      });
      await service.patch('/settings', { speech_streams });
    },
  );

  it('accepts voice names of this service and of OpenAI, and rejects others', async () => {
    for (const voice of ['rowan', 'onyx', 'shimmer']) {
      const response = await create({ voice, input: 'Hi.' });
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    }
    expect((await create({ voice: 'nobody' })).status).toBe(422);
    expect((await create({ input: '...' })).status).toBe(422);
    expect((await create({ input: '' })).status).toBe(400);
    expect((await create({ response_format: 'ogg' })).status).toBe(400);
  });

  it('lists its model', async () => {
    expect((await service.get('/v1/models')).body).toEqual({
      object: 'list',
      data: [{ id: 'hibari', object: 'model', created: 0, owned_by: 'anima' }],
    });
  });
});

describe('warming', () => {
  // Each process loads its own voices.
  it.skipIf(isInTwos())('loads the voice once', async () => {
    await service.restart();
    const voices = (await service.get('/voices')).body.voices;
    expect(
      voices.map(({ name, loaded }: { name: string; loaded: boolean }) => [name, loaded]),
    ).toContainEqual(['heart', false]);
    const warm = () => service.post('/avatars/warm', { engines: ['hibari'] });
    expect((await warm()).body).toMatchObject({ loaded: [{ model: 'hibari' }], already_loaded: [] });
    expect((await warm()).body).toMatchObject({ loaded: [], already_loaded: ['hibari'] });
  });
});
