import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAllowedPaths } from '@anima/service/files';
import { createService, type Service } from '@anima/service/http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Catalog, createCatalog } from '../catalog/catalog.js';
import type { EngineVoice } from '../catalog/catalog-entry.js';
import { createMediaProbe } from '../catalog/catalog-probe.js';
import { catalogRoutes } from '../catalog/catalog-routes.js';
import { createCatalogStore } from '../catalog/catalog-store.js';
import { avatarErrors } from '../error-codes.js';
import { createHeldFiles } from '../media/held-files.js';
import { createMediaStore } from '../media/media-store.js';
import { createLookQueue } from '../media/probe-queue.js';
import { voiceRoutes } from './voice-routes.js';

const ada: EngineVoice = {
  name: 'ada',
  engine: 'hibari',
  language: 'en-US',
  gender: 'female',
  description: 'Calm',
  sampleRate: 24_000,
  sizeBytes: 29_000_000,
  licence: 'Apache-2.0',
  isLoaded: true,
};
const low: EngineVoice = { ...ada, name: 'low', gender: null, description: 'Lower', isLoaded: false };

const noFaces = {
  check: async () => {},
  measure: async () => ({ width: 1, height: 1 }),
  thumbnail: async () => {},
  unpack: async () => {},
};

let folder: string;
let voices: EngineVoice[];
let catalog: Catalog;
let service: Service;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anima-voices-'));
  voices = [ada, low];
  const media = await createMediaStore({
    ...{ folder: join(folder, 'media'), catalog: folder, shipped: { faces: [], sources: [] } },
    allowed: { contains: () => true },
  });
  catalog = createCatalog({
    store: await createCatalogStore(folder, createAllowedPaths({ roots: [], forbidden: [] }), {}),
    probe: createMediaProbe({
      folder: join(folder, 'cache'),
      ffmpeg: null,
      files: createHeldFiles(media),
      portraits: noFaces,
      looks: createLookQueue(),
    }),
    voices: () => voices,
  });
  service = await createService({
    name: 'avatar',
    title: 'Voices',
    version: '0',
    description: 'The catalog with engines that have these voices',
    host: '127.0.0.1',
    port: 0,
    tokens: [],
    bodyLimitBytes: 1_000_000,
    errors: avatarErrors,
    checkResponses: true,
    logStream: { write: () => true },
    routes: (app) => {
      catalogRoutes(app, catalog, media);
      voiceRoutes(app, () => voices);
    },
  });
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
async function ask(method: Method, url: string, payload?: object) {
  const answer = await service.app.inject({
    method,
    url,
    headers: { host: 'localhost' },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}
const listed = async () => (await ask('GET', '/catalog')).body;
const files = () => readdirSync(join(folder, 'voices'));

describe('voices', () => {
  it('on this machine are the voices of the engines', async () => {
    expect((await ask('GET', '/voices')).body.voices).toEqual([
      {
        name: 'ada',
        engine: 'hibari',
        language: 'en-US',
        gender: 'female',
        sample_rate: 24_000,
        size_bytes: 29_000_000,
        licence: 'Apache-2.0',
        description: 'Calm',
        loaded: true,
      },
      expect.not.objectContaining({ gender: expect.anything() }),
    ]);
  });

  it('in the catalog are those, and presets of them', async () => {
    const made = await ask('POST', '/catalog/voices', { name: 'narrator', voice: 'low', speed: 0.9 });
    const narrator = {
      name: 'narrator',
      kind: 'preset',
      voice: 'low',
      engine: 'hibari',
      language: 'en-US',
      gender: null,
      sample_rate: 24_000,
      speed: 0.9,
      licence: 'Apache-2.0',
      description: 'Lower',
      default: false,
    };
    expect(made).toEqual({ status: 201, body: narrator });
    const { voices: all, defaults } = await listed();
    expect(all.map(({ name }: { name: string }) => name)).toEqual(['ada', 'low', 'narrator']);
    expect(all[0]).toMatchObject({ kind: 'engine', voice: 'ada', speed: null, default: true });
    expect(all[2]).toEqual(narrator);
    expect(defaults.voice).toBe('ada');
    expect(await catalog.voice('narrator')).toMatchObject({ voice: low, preset: { speed: 0.9 } });
    expect(await catalog.voice('ada')).toMatchObject({ voice: ada, preset: null });
    expect(await catalog.voice('nobody')).toBe(null);
  });

  it('may be the default, which falls back when it is deleted', async () => {
    await ask('POST', '/catalog/voices', { name: 'narrator', voice: 'low' });
    expect((await ask('PATCH', '/catalog/defaults', { voice: 'narrator' })).body.voice).toBe('narrator');
    expect((await ask('DELETE', '/catalog/voices/narrator')).status).toBe(204);
    expect((await listed()).defaults.voice).toBe('ada');
    expect(files()).toEqual([]);
  });

  it('of an engine are not deleted', async () => {
    expect(await ask('DELETE', '/catalog/voices/ada')).toMatchObject({
      status: 409,
      body: { code: 'catalog_built_in' },
    });
    expect((await ask('DELETE', '/catalog/voices/nobody')).status).toBe(404);
  });

  it.each<[object, number, string]>([
    [{ name: 'x', voice: 'nobody' }, 422, 'voice_not_found'],
    [{ name: 'ada', voice: 'low' }, 409, 'catalog_name_taken'],
    [{ name: 'ADA', voice: 'low' }, 409, 'catalog_name_taken'],
    [{ name: 'x', voice: 'ada', speed: 2.5 }, 400, 'validation_failed'],
    [{ name: '../x', voice: 'ada' }, 400, 'validation_failed'],
    [{ name: 'x' }, 400, 'validation_failed'],
    [{ name: 'x', voice: 'ada', pitch: 1 }, 400, 'validation_failed'],
  ])('refuse the preset %j', async (body, status, code) => {
    expect(await ask('POST', '/catalog/voices', body)).toMatchObject({ status, body: { code } });
    expect(files()).toEqual([]);
  });

  it('of one name are registered once, also at the same time', async () => {
    const creations = ['ada', 'low', 'ada'].map((voice) =>
      ask('POST', '/catalog/voices', { name: 'one', voice }),
    );
    const answers = await Promise.all(creations);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(files()).toEqual(['one.json']);
  });

  it('are read from added files, or reported as problems', async () => {
    const write = (name: string, text: string) => writeFileSync(join(folder, 'voices', name), text);
    write('by hand.json', '{"voice": "low", "description": "By hand"}');
    write('ada.json', '{"voice": "low"}');
    write('broken.json', '{');
    write('fast.json', '{"voice": "low", "speed": 9}');
    write('large.json', JSON.stringify({ voice: 'low', description: 'x'.repeat(70_000) }));
    write('notes.txt', 'hello');
    write('whose.json', '{"voice": "nobody"}');
    const { voices: all, problems } = await listed();
    expect(all.at(-1)).toMatchObject({ name: 'by-hand', voice: 'low', description: 'By hand' });
    expect(problems.map(({ file }: { file: string }) => file)).toEqual([
      'ada.json',
      'broken.json',
      'fast.json',
      'large.json',
      'notes.txt',
      'whose.json',
    ]);
    expect((await ask('DELETE', '/catalog/voices/by-hand')).status).toBe(204);
    expect(files()).not.toContain('by hand.json');
  });

  it('whose engine is gone are problems until it is back', async () => {
    await ask('POST', '/catalog/voices', { name: 'narrator', voice: 'low' });
    voices = [ada];
    expect((await listed()).problems).toMatchObject([{ file: 'narrator.json' }]);
    voices = [ada, low];
    expect((await listed()).problems).toEqual([]);
    expect(readFileSync(join(folder, 'voices', 'narrator.json'), 'utf8')).toContain('"voice": "low"');
  });

  it('without ffmpeg: a clip is a problem that names the missing program', async () => {
    writeFileSync(join(folder, 'sources', 'a.gif'), 'GIF89a;');
    expect((await listed()).problems).toMatchObject([
      { kind: 'sources', file: 'a.gif', message: expect.stringContaining('ffmpeg') },
    ]);
  });
});
