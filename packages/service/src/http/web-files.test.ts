import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSampleService, type SampleService } from '../testing/sample-service.js';
import { serveWebFiles } from './web-files.js';

describe('the files of pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'anima-web-'));
  let service: SampleService;
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<title>page</title>');
    writeFileSync(join(folder, 'assets', 'main-1a2b.js'), 'export {};');
    service = await createSampleService({
      tokens: [{ token: 'secret-secret-secret-secret', agent: null }],
      routes: (app) => void serveWebFiles(app, { url: '/page', folder }),
    });
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });

  it('need no token, and nothing inline runs in them', async () => {
    const page = await service.app.inject('/page');
    expect([page.statusCode, page.headers['content-type'], page.body]).toEqual([
      200,
      'text/html; charset=utf-8',
      '<title>page</title>',
    ]);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'; ");
    expect(page.headers['cache-control']).toBe('no-cache');
    expect((await service.app.inject('/openapi.json')).statusCode).toBe(401);
  });

  it('are not sent twice', async () => {
    const script = await service.app.inject('/page/assets/main-1a2b.js');
    expect([script.statusCode, script.headers['cache-control']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    const headers = { 'if-none-match': String(script.headers.etag) };
    const again = await service.app.inject({ url: '/page/assets/main-1a2b.js', headers });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('pages open by links from any site', async () => {
    const followed = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    expect((await service.app.inject({ url: '/page', headers: followed })).statusCode).toBe(200);
    const script = { url: '/page/assets/main-1a2b.js', headers: followed };
    expect((await service.app.inject(script)).statusCode).toBe(403);
  });

  it.each([
    '/page/index.html',
    '/page/assets',
    '/page/../web-files.ts',
    '/page/%2e%2e/x',
    '/page/assets/x.js',
  ])('are those alone: %s', async (url) => {
    const { statusCode } = await service.app.inject({
      url,
      headers: { authorization: 'Bearer secret-secret-secret-secret' },
    });
    expect(statusCode).toBe(404);
  });
});
