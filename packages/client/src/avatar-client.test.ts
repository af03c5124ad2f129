import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltService, startBuilt } from '@anima/service/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type AvatarClient, createAvatarClient, JobFailedError } from './index.js';
import { fileFrom, saveTo } from './node.js';

const TOKEN = 'token-of-this-test';
const PORTRAIT = new URL('../../../docs/pictures/mesh-ada.jpg', import.meta.url).pathname;
let service: BuiltService;
let avatar: AvatarClient;

beforeAll(async () => {
  service = await startBuilt('avatar', { AVATAR_SERVICE_TOKEN: TOKEN });
  avatar = createAvatarClient({ url: service.url, token: TOKEN });
});
afterAll(() => service.close());

describe('speech', () => {
  it('becomes a file, which is waited for', async () => {
    const stages = new Set<string>();
    const accepted = await avatar.speak({ text: 'Good morning. It is nine.' });
    expect(accepted).toMatchObject({ kind: 'tts', status: 'queued' });
    const job = await avatar.waitFor(accepted, { onProgress: ({ status }) => stages.add(status) });
    expect(stages.has('succeeded')).toBe(true);
    expect(job.result.words.map(({ word }) => word)).toEqual(['Good', 'morning', 'It', 'is', 'nine']);

    const path = join(service.dataDir, 'morning.wav');
    await saveTo(path, await avatar.media.of(job));
    expect(readFileSync(path).subarray(0, 4).toString()).toBe('RIFF');
    expect((await avatar.media.audio({ path: job.output_path })).headers.get('content-type')).toBe(
      'audio/wav',
    );
    expect((await avatar.jobs.list({ kind: 'tts' })).jobs).toMatchObject([{ job_id: job.job_id }]);
    expect(await avatar.jobs.get(job)).toEqual(job);
    await expect(avatar.jobs.cancel(job)).rejects.toMatchObject({ code: 'job_finished', status: 409 });
  });

  it('streams audio with motion and words during the synthesis', async () => {
    let samples = 0;
    const types: string[] = [];
    const words: string[] = [];
    for await (const event of avatar.speakStream({ text: 'Good morning.', motion: 'visemes' })) {
      types.push(event.type);
      if (event.type === 'session') expect(event.motion.shapes).toHaveLength(15);
      if (event.type === 'words') words.push(...event.words.map(({ word }) => word));
      if (event.type === 'audio') {
        expect(event.first_sample).toBe(samples);
        samples += event.samples.length;
      }
      if (event.type === 'done') expect(event.samples).toBe(samples);
    }
    expect([types[0], types.at(-1)]).toEqual(['session', 'done']);
    expect(words).toEqual(['Good', 'morning']);
  });

  it('ends where the loop is left, and refuses before it begins', async () => {
    for await (const _ of avatar.speakStream({ text: 'A long text. '.repeat(200) })) break;
    const refused = avatar.speakStream({ text: 'Hello.', voice: 'nobody' }).next();
    await expect(refused).rejects.toMatchObject({ code: 'voice_not_found', service: 'avatar' });
  });

  it('speaks the protocol of OpenAI', async () => {
    const answer = await avatar.speech({
      ...{ model: 'any', input: 'Good morning.', voice: 'heart', response_format: 'wav' },
    });
    expect(answer.headers.get('content-type')).toBe('audio/wav');
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(20_000);
  });
});

describe('live', () => {
  /** Speaks a text in two pieces; returns its words, and the samples of its audio. */
  async function speakLive(client: AvatarClient) {
    const live = await client.live({ shapes: 'visemes', WebSocket: WebSocket as never });
    live.text('one', 'Good ');
    live.text('one', 'morning.');
    live.end('one');
    const words: string[] = [];
    let samples = 0;
    for await (const { type, detail } of live) {
      if (type === 'words') words.push(...detail.words.map(({ word }) => word));
      if (type === 'sound') samples += detail.samples.length;
      if (type !== 'done') continue;
      expect(detail.samples).toBe(samples);
      live.close();
    }
    return words;
  }

  it('speaks text in pieces, with a token or a ticket', async () => {
    expect(await speakLive(avatar)).toEqual(['Good', 'morning']);
    const { ticket } = await avatar.ticket();
    expect(await speakLive(createAvatarClient({ url: service.url, ticket }))).toEqual(['Good', 'morning']);
  });

  it('is rejected without token and ticket', async () => {
    const unauthenticated = createAvatarClient({ url: service.url });
    const refused = unauthenticated.live({ WebSocket: WebSocket as never });
    await expect(refused).rejects.toMatchObject({ name: 'LiveError', code: 'unauthorized' });
  });
});

describe('clips', { timeout: 120_000 }, () => {
  const options = { width: 64, fps: 10 };

  it('of one scene, of many, and made clearer', async () => {
    const clip = await avatar.waitFor(await avatar.lipsync({ text: 'Good day.', face: 'ada', options }));
    expect(clip.result).toMatchObject({ width: 64, fps: 10 });
    expect((await avatar.media.of(clip)).headers.get('content-type')).toBe('video/mp4');

    const scenes = [{ text: 'One.' }, { text: 'Two.' }];
    const batch = await avatar.waitFor(await avatar.batch({ scenes, defaults: { options } }));
    expect(batch.scenes.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
    expect(batch.result.failed_scenes).toBe(0);

    const clearer = await avatar.enhance({ job_id: clip.job_id });
    expect(await avatar.jobs.cancel(clearer)).toMatchObject({ kind: 'enhance', job_id: clearer.job_id });
  });

  it('that fail or are cancelled reject with the reason', async () => {
    const stop = new AbortController();
    const long = await avatar.lipsync({ text: 'A long text. '.repeat(300), face: 'leo' });
    const waited = avatar.waitFor(long, {
      ...{ signal: stop.signal, cancelOnAbort: true, pollMs: 50 },
      onProgress: ({ status }) => status === 'running' && stop.abort(new Error('enough')),
    });
    await expect(waited).rejects.toThrow('enough');
    const thrown = await avatar.waitFor(long).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(JobFailedError);
    expect(thrown).toMatchObject({ code: 'job_cancelled', job: { job_id: long.job_id } });
  });

  it('are made once for one key', async () => {
    const body = { text: 'Once.', face: 'ada', options };
    const keyed = { idempotencyKey: 'one' };
    const [one, again] = [await avatar.lipsync(body, keyed), await avatar.lipsync(body, keyed)];
    expect(again.job_id).toBe(one.job_id);
    await avatar.waitFor(one);
  });
});

describe('content of the service', () => {
  it('voices, faces and sources, added and removed', async () => {
    expect((await avatar.voices()).map(({ name }) => name)).toContain('heart');
    await avatar.catalog.addVoice({ name: 'slow', voice: 'heart', speed: 0.8 });
    const sent = await avatar.catalog.addFace({
      name: 'sent',
      licence: 'CC0',
      file: await fileFrom(PORTRAIT),
    });
    expect(sent).toMatchObject({ name: 'sent', kind: 'picture', licence: 'CC0' });
    const here = join(service.dataDir, 'here.jpg');
    writeFileSync(here, readFileSync(PORTRAIT));
    expect(await avatar.catalog.addFace({ name: 'named', path: here })).toMatchObject({ name: 'named' });
    const wrong = avatar.catalog.addSource({ name: 'no-clip', file: new Blob(['words']) });
    await expect(wrong).rejects.toMatchObject({ code: 'media_unreadable' });

    await avatar.catalog.setDefaults({ voice: 'slow' });
    const { defaults, faces } = await avatar.catalog.get();
    expect(defaults.voice).toBe('slow');
    expect(faces.map(({ name }) => name)).toEqual(expect.arrayContaining(['ada', 'sent', 'named']));
    const source = (await avatar.catalog.get()).sources[0]!;
    for (const file of [
      await avatar.catalog.faceModel('ada'),
      await avatar.catalog.faceThumbnail('sent'),
      await avatar.catalog.sourceThumbnail(source.name),
      await avatar.catalog.sourceVideo(source.name),
    ]) {
      expect(file.headers.get('content-type')).toMatch(/^(image|video|model)\//);
      await file.body!.cancel();
    }
    await avatar.catalog.setDefaults({ voice: 'heart' });
    await avatar.catalog.removeVoice('slow');
    await avatar.catalog.removeFace('sent');
    await avatar.catalog.removeFace('named');
    await expect(avatar.catalog.removeSource('nothing')).rejects.toMatchObject({ status: 404 });
  });

  it('settings, backups, warmth, tickets', async () => {
    expect(await avatar.warm({ voices: ['heart'] })).toHaveProperty('loaded');
    await avatar.settings.change({ default_speed: 1.2 });
    expect((await avatar.settings.get()).settings).toMatchObject({ default_speed: 1.2 });
    await avatar.settings.reset();
    expect((await avatar.backups.dirs()).dirs).toBeDefined();
    expect(await avatar.backups.create({ name: 'first', dirs: ['settings'] })).toMatchObject({
      name: 'first',
    });
    expect((await avatar.backups.list()).backups).toMatchObject([{ name: 'first' }]);
    await avatar.backups.restore('first');
    await avatar.backups.remove('first');
    expect(await avatar.bootstrap()).toHaveProperty('version');
    expect(await avatar.health()).toEqual({ status: 'ok' });

    // A ticket may start jobs and read them, and not more.
    const guest = createAvatarClient({
      url: service.url,
      ticket: async () => (await avatar.ticket()).ticket,
    });
    const job = await guest.waitFor(await guest.speak({ text: 'Hello.' }));
    expect(job.result.duration_seconds).toBeGreaterThan(0);
    await expect(guest.settings.reset()).rejects.toMatchObject({ code: 'forbidden', status: 403 });
  });

  it('events of jobs', async () => {
    const stop = new AbortController();
    const types: string[] = [];
    const onOpen = () => void avatar.speak({ text: 'Hello.' });
    for await (const event of avatar.events({ types: ['job.*'], signal: stop.signal, onOpen })) {
      types.push(event.type);
      if (event.type === 'job.succeeded') stop.abort();
    }
    expect(types).toEqual(['job.queued', 'job.running', 'job.succeeded']);
  });
});
