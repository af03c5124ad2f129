import { createService, type Service } from '@anima/service/http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { avatarErrors } from '../error-codes.js';
import type { Loadable, LoadableKind } from './loadables.js';
import { warmRoutes } from './warm-routes.js';

let loads: string[];
let models: Loadable[];
let service: Service;
function model(kind: LoadableKind, name: string, fails = false): Loadable {
  let isLoaded = false;
  return {
    kind,
    name,
    get isLoaded() {
      return isLoaded;
    },
    async load() {
      if (isLoaded) return;
      if (fails) throw new Error('no such file: /home/someone/model');
      loads.push(name);
      isLoaded = true;
    },
  };
}
beforeEach(async () => {
  loads = [];
  models = [
    model('engine', 'hibari'),
    model('engine', 'mesh'),
    model('voice', 'ada'),
    model('voice', 'bad', true),
  ];
  service = await createService({
    name: 'avatar',
    title: 'Warm',
    version: '0',
    description: 'Models that can be loaded',
    host: '127.0.0.1',
    port: 0,
    tokens: [],
    bodyLimitBytes: 1_000_000,
    errors: avatarErrors,
    checkResponses: true,
    logStream: { write: () => true },
    routes: (app) =>
      warmRoutes(app, {
        loadables: async () => models,
        voiceOf: async (name) => (name === 'narrator' ? 'ada' : name),
        defaultEngines: async () => ['hibari'],
      }),
  });
});
afterEach(() => service.close());

async function warm(payload?: object) {
  const answer = await service.app.inject({
    method: 'POST',
    url: '/avatars/warm',
    headers: { host: 'localhost' },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const load_ms = expect.any(Number);

describe('warming', () => {
  it('loads the named models once', async () => {
    const first = await warm({ engines: ['mesh'], voices: ['ada'] });
    expect(first).toEqual({
      status: 200,
      body: {
        loaded: [
          { model: 'mesh', load_ms },
          { model: 'ada', load_ms },
        ],
        already_loaded: [],
      },
    });
    expect((await warm({ engines: ['mesh', 'hibari'] })).body).toEqual({
      loaded: [{ model: 'hibari', load_ms }],
      already_loaded: ['mesh'],
    });
    expect(loads).toEqual(['mesh', 'ada', 'hibari']);
  });

  it('loads the engine of the default voice if no model is named', async () => {
    expect((await warm()).body.loaded).toMatchObject([{ model: 'hibari' }]);
    expect((await warm({ voices: [] })).body).toEqual({ loaded: [], already_loaded: [] });
  });

  it('loads the voice behind a preset, once for both', async () => {
    const { body } = await warm({ voices: ['narrator', 'ada'] });
    expect(body).toEqual({ loaded: [{ model: 'ada', load_ms }], already_loaded: [] });
  });

  it.each<[object, number, string]>([
    [{ engines: ['hibari', 'ada'] }, 422, 'model_not_found'],
    [{ engines: ['hibari'], voices: ['nobody'] }, 422, 'model_not_found'],
    [{ faces: ['anyone'] }, 422, 'model_not_found'],
    [{ engines: ['hibari', 'hibari'] }, 400, 'validation_failed'],
    [{ engines: 'hibari' }, 400, 'validation_failed'],
    [{ models: ['hibari'] }, 400, 'validation_failed'],
  ])('refuses %j and loads nothing', async (body, status, code) => {
    expect(await warm(body)).toMatchObject({ status, body: { code } });
    expect(loads).toEqual([]);
  });

  it('does not reveal the path of a model that fails', async () => {
    const { status, body } = await warm({ voices: ['bad'] });
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('/home');
  });
});
