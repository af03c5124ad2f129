import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
let audio: string;
beforeAll(async () => {
  service = await startTestService();
  audio = join(service.dataDir, 'media', 'audio');
  mkdirSync(join(audio, 'job'));
  writeFileSync(join(audio, 'job', 'a b#c?.wav'), 'RIFF0123456789');
  writeFileSync(join(audio, 'job', 'speech.opus'), 'Ogg');
  writeFileSync(join(service.dataDir, 'secret.wav'), 'secret');
  symlinkSync(join(service.dataDir, 'secret.wav'), join(audio, 'link.wav'));
  mkdirSync(join(audio, '.draft-x'));
  writeFileSync(join(audio, '.draft-x', 'half.wav'), 'half');
});
afterAll(() => service.close());

const url = (path: string) => `/media/audio?path=${encodeURIComponent(path)}`;
const file = url('job/a b#c?.wav');

describe('media', () => {
  it('is sent whole, with its type, by relative and absolute path', async () => {
    for (const path of ['job/a b#c?.wav', join(audio, 'job', 'a b#c?.wav')]) {
      const answer = await service.get(url(path));
      expect(answer).toMatchObject({ status: 200, body: 'RIFF0123456789' });
      expect(answer.headers.get('content-type')).toBe('audio/wav');
      expect(answer.headers.get('accept-ranges')).toBe('bytes');
    }
    expect((await service.get(url('job/speech.opus'))).headers.get('content-type')).toBe(
      'audio/ogg; codecs=opus',
    );
  });

  it('runs nothing as a page', async () => {
    writeFileSync(join(audio, 'job', 'page.html'), '<script>alert(1)</script>');
    const { headers } = await service.get(url('job/page.html'));
    expect(headers.get('content-security-policy')).toBe('sandbox');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('is sent in parts', async () => {
    const part = await service.get(file, { range: 'bytes=4-7' });
    expect(part).toMatchObject({ status: 206, body: '0123' });
    expect(part.headers.get('content-range')).toBe('bytes 4-7/14');
    expect(await service.get(file, { range: 'bytes=-2' })).toMatchObject({ status: 206, body: '89' });
    const beyond = await service.get(file, { range: 'bytes=20-' });
    expect(beyond).toMatchObject({ status: 416, body: { code: 'range_not_satisfiable' } });
    expect(beyond.headers.get('content-range')).toBe('bytes */14');
  });

  it.each([
    ['thousands that leave gaps', Array.from({ length: 1_500 }, (_, n) => `${2 * n}-${2 * n}`).join(), 200],
    ['two that leave a gap', '0-1,4-5', 200],
    ['thousands that are one', Array.from({ length: 1_500 }, () => '0-').join(), 206],
    ['commas', ','.repeat(15_000), 416],
    ['dashes', '-'.repeat(15_000), 416],
    ['more digits than a number has', `${'9'.repeat(15_000)}-`, 416],
    ['more than a header may hold', '0-0,'.repeat(5_000), 431],
  ])('is never sent in more than one part: %s', async (_name, ranges, status) => {
    const answer = await service.get(file, { range: `bytes=${ranges}` });
    expect(answer.status).toBe(status);
    if (status < 300) expect(answer.body).toBe('RIFF0123456789');
  });

  it('is not sent again when it is the same', async () => {
    const { headers } = await service.get(file);
    // fetch would add Cache-Control: no-cache, which asks for the whole file.
    const answer = await new Promise<IncomingMessage>((resolve) => {
      get(service.url + file, { headers: { 'if-none-match': headers.get('etag')! } }, resolve);
    });
    expect(answer.statusCode).toBe(304);
    expect(await answer.toArray()).toEqual([]);
  });

  it('answers HEAD', async () => {
    const head = await service.request('HEAD', file);
    expect(head).toMatchObject({ status: 200, body: '' });
    expect(head.headers.get('content-length')).toBe('14');
  });

  it.each([
    ['../secret.wav'],
    ['job/../../../secret.wav'],
    ['link.wav'],
    ['job'],
    ['.'],
    ['.draft-x/half.wav'],
    ['/etc/passwd'],
    ['nothing.wav'],
    ['job/a b#c?.wav\0.txt'],
    ['..%2fsecret.wav'],
  ])('outside of its folder is not found: %j', async (path) => {
    expect(await service.get(url(path))).toMatchObject({ status: 404, body: { code: 'media_not_found' } });
  });

  it('is found by an absolute path only in its own folder', async () => {
    expect((await service.get(url(join(service.dataDir, 'secret.wav')))).status).toBe(404);
    const path = encodeURIComponent(join(audio, 'job', 'speech.opus'));
    expect((await service.get(`/media/video?path=${path}`)).status).toBe(404);
  });

  it('needs to know which', async () => {
    expect((await service.get('/media/audio')).status).toBe(400);
    expect((await service.get(`${file}&job_id=01900000-0000-7000-8000-000000000000`)).status).toBe(400);
    expect((await service.get('/media/audio?job_id=x')).status).toBe(400);
    expect((await service.get('/media/audio?job_id=01900000-0000-7000-8000-000000000000')).status).toBe(404);
  });

  it('of a half-done job is cleared away at the start', async () => {
    await service.restart();
    await vi.waitFor(async () => expect((await service.get(url('.draft-x/half.wav'))).status).toBe(404));
    expect((await service.get(file)).status).toBe(200);
  });
});
