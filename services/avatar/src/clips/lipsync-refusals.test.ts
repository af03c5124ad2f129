import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestMedia, glb, H264, type TestMedia } from '../testing/test-media.js';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
  service = await startTestService({ AVATAR_FILE_ROOTS: media.at('.') });
});
afterAll(async () => {
  await service.close();
  media.remove();
});

const text = 'Hello.';
const generate = (body: Record<string, unknown>) => service.post('/lipsync/generate', body);

async function refused(body: Record<string, unknown>, status: number, code: string) {
  const answer = await generate(body);
  expect(answer).toMatchObject({ status, body: { code } });
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect((await service.get('/jobs?kind=lipsync')).body.total).toBe(0);
  return answer.body as { detail: string; errors?: { path: string }[] };
}

describe('a lip sync request is refused', () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    ['without anything to hear', {}, /exactly one of tts_job_id, audio_path, text, received none/],
    ['with two things to hear', { text, audio_path: '/a.wav' }, /received audio_path and text/],
    [
      'with a face and a source',
      { text, face: 'ada', source: 'ada-listening' },
      /at most one of source, face/,
    ],
    [
      'with a source and a path',
      { text, source: 'x', source_path: '/x.mp4' },
      /received source and source_path/,
    ],
    ['with a voice but no text', { audio_path: '/a.wav', voice: 'heart' }, /voice together with text only/],
    ['with an unknown field', { text, colour: 'red' }, /colour/],
    ['with an unknown option', { text, options: { hat: true } }, /hat/],
    ['with too many frames', { text, options: { fps: 500 } }, /10.*60|60/],
    ['with a width that is odd', { text, options: { width: 333 } }, /multiple/],
    ['with a colour that is none', { text, options: { background: 'mauve' } }, /background/],
    ['with an unknown engine', { text, engine: 'magic' }, /engine/],
    ['with an empty text', { text: '' }, /text/],
    ['with a text that is too long', { text: 'a'.repeat(20_001) }, /20000|20,000/],
  ])('%s', async (_name, body, detail) => {
    const problem = await refused(body, 400, 'validation_failed');
    expect(JSON.stringify(problem)).toMatch(detail);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['for a text that says nothing', { text: '  ...  ' }, 'text_empty'],
    ['for an unknown voice', { text, voice: 'nobody' }, 'voice_not_found'],
    ['for an unknown face', { text, face: 'nobody' }, 'face_not_found'],
    ['for an unknown source', { text, source: 'nowhere' }, 'source_not_found'],
    ['for an engine that draws heads', { text, face: 'ada-portrait', engine: 'head' }, 'engine_not_fitting'],
    ['for an engine that draws pictures', { text, face: 'ada', engine: 'mesh' }, 'engine_not_fitting'],
    ['for a network that is not here', { text, face: 'ada-portrait', engine: 'wav2lip' }, 'model_not_found'],
    [
      'for a background of a picture',
      { text, face: 'ada-portrait', options: { background: 'green' } },
      'option_not_supported',
    ],
    [
      'for speech that is not there',
      { tts_job_id: '0197a5a0-0000-7000-8000-000000000000' },
      'speech_job_not_found',
    ],
    ['for a webhook to anywhere', { text, webhook_url: 'https://example.com/' }, 'webhook_not_allowed'],
  ])('%s', async (_name, body, code) => {
    await refused(body, 422, code);
  });

  it('for files it may not read', async () => {
    await refused({ text, source_path: '/etc/passwd' }, 422, 'path_not_allowed');
    await refused({ audio_path: '/etc/passwd' }, 422, 'path_not_allowed');
    await refused({ audio_path: media.at('nothing.wav') }, 422, 'path_not_found');
  });

  it('for files that are no media', async () => {
    writeFileSync(media.at('words.mp4'), 'These are words.');
    writeFileSync(media.at('words.wav'), 'These are words.');
    writeFileSync(media.at('empty.png'), '');
    writeFileSync(media.at('bare.glb'), glb());
    await refused({ text, source_path: media.at('words.mp4') }, 422, 'media_unreadable');
    await refused({ audio_path: media.at('words.wav') }, 422, 'media_unreadable');
    await refused({ text, source_path: media.at('empty.png') }, 422, 'media_unreadable');
    const { detail } = await refused({ text, source_path: media.at('bare.glb') }, 422, 'head_invalid');
    expect(detail).toMatch(/shape|mesh/i);
  });

  it('for an image and a clip without a face', async () => {
    media.make('nobody.mp4', ...H264);
    media.run(
      '-f',
      'lavfi',
      '-i',
      'testsrc=size=320x240:duration=1',
      '-frames:v',
      '1',
      media.at('nobody.png'),
    );
    const { detail } = await refused({ text, source_path: media.at('nobody.png') }, 422, 'face_missing');
    expect(detail).toMatch(/face/);
    await refused({ text, source_path: media.at('nobody.mp4') }, 422, 'face_missing');
  });

  it('for captions of a sound that has no words', async () => {
    media.make('tone.wav', '-vn');
    const body = { audio_path: media.at('tone.wav'), options: { captions: 'beside' } };
    const { detail } = await refused(body, 422, 'option_not_supported');
    expect(detail).toContain('text');
  });

  it('for a clip without audio', async () => {
    media.make('mute.mp4', ...H264.slice(0, -2), '-an');
    await refused({ audio_path: media.at('mute.mp4') }, 422, 'media_unreadable');
  });

  it('for a speech job that failed', async () => {
    const long = 'One sentence after the other. '.repeat(400);
    const accepted = await service.post('/tts/generate', { text: long });
    await service.request('DELETE', accepted.body.status_url);
    const { detail } = await refused({ tts_job_id: accepted.body.job_id }, 422, 'speech_job_not_found');
    expect(detail).toContain('cancelled');
  });
});

describe('the catalog', () => {
  it('has faces and a source that ship, with pictures, and keeps them', async () => {
    const { body } = await service.get('/catalog');
    expect(body.defaults).toMatchObject({ face: 'ada', source: 'ada-listening' });
    const persons = ['ada', 'leo', 'mei', 'kofi', 'grace', 'pip'];
    expect(body.faces.map(({ name, kind }: { name: string; kind: string }) => [name, kind])).toEqual([
      ...persons.map((name) => [name, 'head']),
      ...persons.map((name) => [`${name}-portrait`, 'picture']),
    ]);
    for (const entry of [...body.faces, ...body.sources]) expect(entry.built_in).toBe(true);
    expect(body.sources).toMatchObject([
      { name: 'ada-listening', licence: 'CC0-1.0', width: 512, height: 512 },
    ]);
    for (const { thumbnail_url } of [...body.faces, ...body.sources]) {
      const picture = await service.request('GET', thumbnail_url);
      expect(picture.status).toBe(200);
      expect(picture.headers.get('content-type')).toBe('image/jpeg');
      expect(Number(picture.headers.get('content-length'))).toBeGreaterThan(5_000);
    }
    for (const path of ['/catalog/faces/ada', '/catalog/sources/ada-listening'])
      expect(await service.request('DELETE', path)).toMatchObject({ status: 409 });
    const leo = readFileSync(body.faces[1].path);
    writeFileSync(join(service.dataDir, 'catalog', 'faces', 'ada.glb'), leo);
    const { problems } = (await service.get('/catalog')).body;
    expect(problems).toMatchObject([
      { kind: 'faces', file: 'ada.glb', message: expect.stringContaining('"ada"') },
    ]);
  });
});
