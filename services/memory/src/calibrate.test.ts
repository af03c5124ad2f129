import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { calibrate } from './calibrate.js';
import { settings } from './config.js';
import { bgeSmall } from './embedding/calibration/bge-small-en-v1.5-int8.js';
import { startChatServer } from './testing/chat-server.js';
import { startTestService, type TestService } from './testing/test-service.js';

const MODEL = 'bge-small-en-v1.5-int8';

async function runCalibrate(dataDir: string, env: Record<string, string>): Promise<string[]> {
  const lines: string[] = [];
  const config = settings.parse({ MEMORY_DATA_DIR: dataDir, ...env });
  await calibrate(config, { signal: new AbortController().signal, say: (line) => lines.push(line) });
  return lines;
}

/**
 * Serves the shipped model as an embeddings server. It has no calibration there, because its revision is a
 * fingerprint.
 */
let server: TestService;
let elsewhere: Record<string, string>;
beforeAll(async () => {
  server = await startTestService();
  elsewhere = { MEMORY_EMBEDDINGS_URL: `${server.url}/v1`, MEMORY_EMBEDDING_MODEL: MODEL };
});
afterAll(() => server.close());

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'anima-calibrate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it('fits the thresholds of audits and writes for the next start', { timeout: 120_000 }, async () => {
  const service = await startTestService(elsewhere);
  onTestFinished(() => service.close());
  const detail = async () => (await service.get('/api/v1/status')).body.components.model_runtime.detail;
  const decide = (content: string) => service.post('/api/v1/remember', { content, type: 'decision' });
  await decide('We deploy to production with GitHub Actions');
  const repeated = await decide('Deployments to production are done with GitHub Actions');
  expect(repeated.body.similar ?? []).toEqual([]);
  expect(await detail()).toContain('uncalibrated');

  const lines = await runCalibrate(service.dataDir, elsewhere);
  expect(lines[0]).toMatch(
    /^Done: 574 pairs, of which bge-small-en-v1.5-int8 puts .* nearer 96 times of 100$/,
  );
  const [file] = readdirSync(join(service.dataDir, 'calibrations'));
  const stored = JSON.parse(readFileSync(join(service.dataDir, 'calibrations', file!), 'utf8'));
  const { similarCosine, questions, statements } = bgeSmall;
  expect(stored.similarCosine).toBeCloseTo(similarCosine, 2);
  for (const [name, cosine] of Object.entries({ ...questions, ...statements }))
    expect({ ...stored.questions, ...stored.statements }[name]).toBeCloseTo(cosine, 2);

  await service.restart(elsewhere);
  expect(await detail()).not.toContain('uncalibrated');
  expect((await decide('Our production is deployed with GitHub Actions')).body.similar).not.toHaveLength(0);

  writeFileSync(join(service.dataDir, 'calibrations', file!), '{"version":3}');
  await expect(service.restart(elsewhere)).rejects.toThrow(/calibrations.*run `anima calibrate`/);
});

it('stores no file for the shipped model', async () => {
  const folder = emptyFolder();
  expect(await runCalibrate(folder, {})).toEqual([
    `${MODEL} ships with its calibration: there is nothing to fit`,
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

it('rejects a model whose vectors do not separate the pairs', async () => {
  const blunt = await startChatServer((request) => {
    const { input } = request as unknown as { input: string[] };
    const embedding = (text: string) => [1, (text.length * 7) % 11, (text.charCodeAt(0) * 5) % 13];
    return { body: { data: input.map((text, index) => ({ index, embedding: embedding(text) })) } };
  });
  onTestFinished(() => blunt.close());
  const folder = emptyFolder();
  const env = { MEMORY_EMBEDDINGS_URL: blunt.url, MEMORY_EMBEDDING_MODEL: 'org/blunt:latest' };
  await expect(runCalibrate(folder, env)).rejects.toThrow(
    /^Expected a model to whose vectors .* received \d\d from org\/blunt:latest/,
  );
  expect(readdirSync(folder)).toEqual([]);
});
