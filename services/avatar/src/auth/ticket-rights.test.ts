import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.js';

/**
 * Every operation of the service, and whether a ticket allows it. Tickets read media, catalog and jobs, and
 * start jobs. A new route fails this test until it is in one of the two lists.
 */
const allowed = `
  GET /health
  GET /ready
  GET /jobs
  GET /tts/jobs/{job_id}
  GET /lipsync/jobs/{job_id}
  GET /lipsync/jobs/batch/{job_id}
  GET /enhance/jobs/{job_id}
  GET /events
  POST /tts/generate
  POST /tts/stream
  GET /live
  POST /v1/audio/speech
  POST /lipsync/generate
  POST /lipsync/generate/batch
  POST /enhance/generate
  GET /v1/models
  GET /v1/models/{id}
  GET /voices
  GET /catalog
  GET /catalog/faces/{name}/model
  GET /catalog/faces/{name}/thumbnail
  GET /catalog/sources/{name}/thumbnail
  GET /catalog/sources/{name}/video
  GET /media/audio
  GET /media/video
  GET /bootstrap-config
  GET /plugin/manifest`;
const forbidden = `
  GET /auth/ticket
  DELETE /tts/jobs/{job_id}
  DELETE /lipsync/jobs/{job_id}
  DELETE /lipsync/jobs/batch/{job_id}
  DELETE /enhance/jobs/{job_id}
  POST /avatars/warm
  PATCH /catalog/defaults
  POST /catalog/voices
  POST /catalog/faces
  POST /catalog/sources
  DELETE /catalog/voices/{name}
  DELETE /catalog/faces/{name}
  DELETE /catalog/sources/{name}
  GET /settings
  PATCH /settings
  POST /settings/reset
  GET /backups
  GET /backups/dirs
  POST /backups
  POST /backups/{name}/restore
  DELETE /backups/{name}
  GET /metrics
  GET /openapi.json
  GET /asyncapi.json`;
const linesOf = (list: string) => list.trim().split(/\n\s*/);

let service: TestService;
let ticket: string;
const asService = { authorization: 'Bearer top' };
beforeAll(async () => {
  service = await startTestService({ AVATAR_SERVICE_TOKEN: 'top' });
  ticket = (await service.get('/auth/ticket', asService)).body.ticket;
});
afterAll(() => service.close());

/** Calls with a ticket and an invalid body: an allowed call is rejected for the body and has no effect. */
async function call(line: string): Promise<{ status: number; code: unknown }> {
  const [method, path] = line.split(' ') as [string, string];
  const response = await fetch(service.url + path.replace(/\{\w+\}/, 'none'), {
    method,
    headers: { 'x-avatar-ticket': ticket, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: '[]' }),
  });
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem') === true;
  const code = isProblem ? ((await response.json()) as { code: string }).code : null;
  if (!isProblem) await response.body?.cancel();
  return { status: response.status, code };
}

describe('a ticket', () => {
  it('is classified for every operation of the service', async () => {
    const { paths } = (await service.get('/openapi.json', asService)).body;
    const operations = Object.entries(paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect([...linesOf(allowed), ...linesOf(forbidden)].sort()).toEqual(operations.sort());
  });

  it.each(linesOf(allowed))('is enough for %s', async (line) => {
    expect([401, 403]).not.toContain((await call(line)).status);
  });

  it.each([...linesOf(forbidden), 'GET /docs', 'GET /docs/static/index.html', 'GET /nowhere'])(
    'is not enough for %s',
    async (line) => {
      expect(await call(line)).toEqual({ status: 403, code: 'forbidden' });
    },
  );

  it('cannot cancel a job of another ticket', async () => {
    const { body } = await service.post('/tts/generate', { text: 'Mine.' }, asService);
    const cancelled = await service.request('DELETE', `${body.status_url}?ticket=${ticket}`);
    expect(cancelled).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await service.get(body.status_url, asService)).body.status).not.toBe('cancelled');
  });
});
