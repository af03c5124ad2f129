import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, startLocalRegistry } from './local-registry.mjs';
import { repository, version } from './manifest.mjs';
import { nativeName } from './native-packages.mjs';

const run = promisify(execFile);
/** A started service listens within this time, also on a machine under load. */
const START_MS = 120_000;

/** The main version, and Node 22 and 24 from their npm packages. */
const NODES = ['this', '22', '24'];

/** ANIMA_TEST_RELEASE is the folder of a release to test instead of a new one. */
let folder: string;
let registry: Awaited<ReturnType<typeof startLocalRegistry>>;
const files = (of: string) => readdirSync(of).filter((name) => name.endsWith('.tgz'));
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anima-install-'));
  const release = process.env.ANIMA_TEST_RELEASE ?? (await buildRelease(join(folder, 'release')));
  registry = await startLocalRegistry(join(folder, 'registry'));
  for (const place of [release, join(release, 'more')])
    for (const name of files(place)) await registry.publish(join(place, name));
}, 600_000);
afterAll(async () => {
  await registry?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function buildRelease(to: string): Promise<string> {
  const script = join(repository, 'scripts', 'release', 'release.mjs');
  const platform = `${process.platform}-${process.arch}`;
  await run(process.execPath, [script, '--to', to, '--platform', platform], { maxBuffer: 1e8 });
  return to;
}

/**
 * A user without any file: an empty home and npm cache. PATH has Node and a shell only, so that the ffmpeg of
 * npm is used.
 */
function createUser(name: string, node: string) {
  const home = join(folder, `home-${name}`);
  const place = join(folder, `project-${name}`);
  const bin = join(folder, `bin-${name}`);
  for (const each of [home, place, bin]) mkdirSync(each);
  symlinkSync(node, join(bin, 'node'));
  for (const program of ['sh', 'env', 'chmod']) symlinkSync(`/bin/${program}`, join(bin, program));
  const env: NodeJS.ProcessEnv = {
    PATH: bin,
    HOME: home,
    npm_config_cache: join(home, '.npm'),
    npm_config_registry: registry.url,
    npm_config_update_notifier: 'false',
  };
  // npm itself is that of the machine, which runs with the node of this user.
  const npmCli = join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const npm = existsSync(npmCli) ? npmCli : join(dirname(process.execPath), 'npm');
  return {
    ...{ home, place, env },
    install: (...names: string[]) =>
      run(node, [npm, 'install', '--no-fund', '--no-audit', ...names], { cwd: place, env, maxBuffer: 1e8 }),
    anima: (more: NodeJS.ProcessEnv, ...args: string[]) =>
      run(join(place, 'node_modules', '.bin', 'anima'), args, {
        cwd: place,
        env: { ...env, ...more },
        maxBuffer: 1e8,
      }),
  };
}

async function nodeOfVersion(name: string): Promise<string | null> {
  if (name === 'this') return process.execPath;
  const place = join(folder, `node-${name}`);
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), '{"private": true}');
  const own = `node-${process.platform}-${process.arch}`;
  return run('npm', ['install', '--no-fund', '--no-audit', `${own}@${name}`], { cwd: place }).then(
    () => join(place, 'node_modules', own, 'bin', 'node'),
    () => null,
  );
}

async function waitUntilHealthy(url: string, child: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + START_MS; ; await delay(50)) {
    if (
      await fetch(`${url}/health`).then(
        (response) => response.ok,
        () => false,
      )
    )
      return;
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${url} is not healthy`);
  }
}

function sizeOf(path: string): number {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const found = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  return found.reduce((sum, each) => sum + readFileSync(each).length, 0);
}

describe.each(NODES)('an installation from a registry into an empty folder, with Node: %s', (name) => {
  it('stores and recalls, speaks, renders, and connects a tool', { timeout: 600_000 }, async ({ skip }) => {
    const node = await nodeOfVersion(name);
    if (node === null) return skip(`Node ${name} cannot be installed here`);
    const user = createUser(name, node);
    const before = performance.now();
    await user.install('anima');
    const installed = performance.now();
    const modules = join(user.place, 'node_modules');
    expect(readdirSync(join(modules, '@anima'))).toEqual([nativeName().slice('@anima/'.length)]);
    const [memory, avatar] = [await freePort(), await freePort()];
    const urls = { MEMORY_URL: `http://127.0.0.1:${memory}`, AVATAR_URL: `http://127.0.0.1:${avatar}` };
    const anima = async (...args: string[]) => (await user.anima(urls, ...args)).stdout;
    expect((await anima('--version')).trim()).toBe(version);
    const child = spawn(join(modules, '.bin', 'anima'), ['start'], {
      cwd: user.place,
      env: { ...user.env, MEMORY_PORT: String(memory), PORT: String(avatar) },
      stdio: 'ignore',
    });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    try {
      const starting = performance.now();
      await Promise.all(Object.values(urls).map((url) => waitUntilHealthy(url, child)));
      console.log(
        `Node ${name}: installed in ${((installed - before) / 1000).toFixed(1)} s, ${mb(sizeOf(modules))}; ` +
          `started in ${((performance.now() - starting) / 1000).toFixed(1)} s`,
      );
      await anima(
        'remember',
        'We chose PostgreSQL over MySQL for billing',
        '--type',
        'decision',
        '--project',
        'shop',
      );
      expect(await anima('recall', 'which database do invoices use?')).toContain('PostgreSQL over MySQL');
      await anima('speak', 'The invoice is due on May 1st.', '-o', join(user.home, 'hello.wav'));
      expect(readFileSync(join(user.home, 'hello.wav')).subarray(0, 4).toString()).toBe('RIFF');
      await anima('render', 'Hello.', '--face', 'ada', '-o', join(user.home, 'clip.mp4'));
      expect(readFileSync(join(user.home, 'clip.mp4')).subarray(4, 8).toString()).toBe('ftyp');
      await anima('export', join(user.home, 'all.anima'));
      await anima('import', join(user.home, 'all.anima'));
      for (const path of ['/studio', '/docs', '/openapi.json'])
        for (const url of Object.values(urls)) expect((await fetch(url + path)).status, url + path).toBe(200);

      await anima('connect', 'claude-code');
      const { command, args, env } = JSON.parse(readFileSync(join(user.home, '.claude.json'), 'utf8'))
        .mcpServers.anima;
      expect(args[0]).toBe(join(modules, 'anima', 'packages', 'cli', 'dist', 'mcp.mjs'));
      expect(await namesOfTools(command, args, { ...user.env, ...urls, ...env })).toContain('recall');

      if (name === 'this') {
        await user.install('@anima/client', '@anima/model-multilingual-e5-small');
        expect(await anima('models', 'verify')).toContain('multilingual-e5-small: ok');
        const script = `import { createMemoryClient } from '@anima/client';
          const { memories } = await createMemoryClient({ url: '${urls.MEMORY_URL}' }).recall('invoices');
          console.log(memories.length);`;
        writeFileSync(join(user.place, 'recall.mjs'), script);
        expect((await run(node, ['recall.mjs'], { cwd: user.place })).stdout.trim()).toBe('1');
      }
    } finally {
      child.kill('SIGINT');
      expect(await exited).toBe(0);
    }
    rmSync(user.place, { recursive: true });
  });
});

/** Lists the tools of an MCP server over stdio. */
async function namesOfTools(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<string[]> {
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const about = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  send({ id: 1, method: 'initialize', params: about });
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/list' });
  let text = '';
  try {
    for await (const chunk of child.stdout) {
      text += chunk;
      const answer = text.split('\n').find((line) => line.includes('"id":2'));
      if (answer !== undefined && text.endsWith('\n'))
        return JSON.parse(answer).result.tools.map((tool: { name: string }) => tool.name);
    }
    throw new Error(`The MCP server ended: ${text}`);
  } finally {
    child.kill();
  }
}

describe('the types of the libraries', () => {
  it('compile in another project', { timeout: 300_000 }, async () => {
    const user = createUser('types', process.execPath);
    await user.install('@anima/client', '@anima/player');
    writeFileSync(join(user.place, 'package.json'), '{"type": "module"}');
    const source = `import { createAvatarClient, createMemoryClient } from '@anima/client';
      import { saveTo } from '@anima/client/node';
      import { createPlayer } from '@anima/player';
      export const memories = createMemoryClient().recall('which day?', { limit: 3 });
      export const clip = createAvatarClient().lipsync({ text: 'Hello.' });
      export type Options = Parameters<typeof createPlayer>[0];
      export { saveTo };`;
    writeFileSync(join(user.place, 'check.ts'), source);
    const tsc = join(repository, 'node_modules', 'typescript', 'bin', 'tsc');
    const flags = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--types',
      '',
      '--lib',
      'es2023,dom,dom.iterable',
    ];
    await run(process.execPath, [tsc, ...flags, 'check.ts'], { cwd: user.place }).catch(({ stdout }) => {
      throw new Error(stdout);
    });
  });
});
