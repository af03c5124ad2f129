/**
 * Measures how soon the pages of both built services are visible on loopback: first contentful paint and the
 * page heading, in Chromium with an empty and with a full cache. Also measures the size of the scripts of
 * each page, gzipped. Prints Markdown.
 * Run it on an idle machine: `npm run bench -- first-paint [times]`. Requires a Chromium on PATH.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { spawnProgram } from '@anima/service/testing';
import { openBrowser } from '@anima/test-browser';
import { describeMachine, percentile } from '../machine.js';

interface Seen {
  paintMs: number;
  headingMs: number;
}

const [times = 9] = process.argv.slice(2).map(Number);
const LIMIT_MS = 1_000;
const LIMIT_BYTES = 350_000;

const dataDir = mkdtempSync(join(tmpdir(), 'anima-first-paint-'));
const start = (name: 'memory' | 'avatar') =>
  spawnProgram(createRequire(import.meta.url).resolve(`@anima/${name}`), {
    ...{ MEMORY_PORT: '0', PORT: '0', MEMORY_USER_HOME: dataDir },
    ...{ MEMORY_DATA_DIR: join(dataDir, 'memory'), AVATAR_DATA_DIR: join(dataDir, 'avatar') },
  });
const [memory, avatar] = [await start('memory'), await start('avatar')];
const browser = await openBrowser({ gesture: true });

/**
 * Returns true for the player with three.js, which the service serves for every page that shows a face. It
 * does not count as a script of the page.
 */
const isPlayer = (url: string) => new URL(url).pathname.startsWith('/player');

async function look(url: string): Promise<{ cold: Seen; warm: Seen; scriptBytes: number }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const scripts = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    const isScript = response.request().resourceType() === 'script' && !isPlayer(response.url());
    if (isScript && !scripts.has(response.url())) scripts.set(response.url(), response.body());
  });
  const seen = async (): Promise<Seen> => {
    await page.locator('h1').first().waitFor();
    // Both times are relative to the start of the navigation.
    const headingMs = await page.evaluate(() => performance.now());
    const paint = await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    );
    return { paintMs: (await paint.jsonValue())!, headingMs };
  };
  await page.goto(url);
  const cold = await seen();
  await page.waitForLoadState('load');
  const bodies = await Promise.all(scripts.values());
  await page.goto('about:blank');
  await page.goto(url);
  const warm = await seen();
  await context.close();
  return { cold, warm, scriptBytes: bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) };
}

const ms = (values: number[]) => [0.5, 0.95].map((p) => percentile(values, p).toFixed(0)).join(' / ');
console.log(
  `## First paint\n\n${describeMachine()}, load ${loadavg()[0]!.toFixed(1)}; ${times} times each.\n`,
);
console.log(
  '| page | cold: first paint, p50 / p95 ms | heading | warm: first paint | heading | script, kB gzipped |',
);
console.log('|---|---|---|---|---|---|');
let isWithin = true;
try {
  for (const [name, url] of [
    ['memory /studio', `${memory.url}/studio`],
    ['avatar /studio', `${avatar.url}/studio`],
    ['avatar /live', `${avatar.url}/live`],
  ] as const) {
    // The first page load starts parts of the browser, so it is not measured.
    await look(url);
    const pageLoads: Awaited<ReturnType<typeof look>>[] = [];
    for (let at = 0; at < times; at++) pageLoads.push(await look(url));
    const { scriptBytes } = pageLoads[0]!;
    const of = (temperature: 'cold' | 'warm', what: keyof Seen) =>
      pageLoads.map((each) => each[temperature][what]);
    const figures = (['cold', 'warm'] as const).flatMap((temperature) =>
      (['paintMs', 'headingMs'] as const).map((what) => ms(of(temperature, what))),
    );
    console.log(`| ${name} | ${figures.join(' | ')} | ${(scriptBytes / 1000).toFixed(0)} |`);
    isWithin &&= percentile(of('cold', 'paintMs'), 0.95) < LIMIT_MS && scriptBytes < LIMIT_BYTES;
  }
} finally {
  await browser.close();
  for (const service of [memory, avatar]) service.kill('SIGTERM');
  await Promise.all([memory.exited, avatar.exited]);
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(`\nUnder ${LIMIT_MS} ms and ${LIMIT_BYTES / 1000} kB: ${isWithin ? 'yes' : 'no'}`);
process.exitCode = isWithin ? 0 : 1;
