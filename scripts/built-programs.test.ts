import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { spawnProgram } from '@anima/service/testing';
import * as engines from '@anima/test-engines';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { externalImports, packageOf } from './external-imports.mjs';

const repository = dirname(dirname(fileURLToPath(import.meta.url)));
const projects = ['packages', 'services']
  .flatMap((folder) => readdirSync(join(repository, folder)).map((name) => join(repository, folder, name)))
  .filter((project) => existsSync(join(project, 'dist')));

/** Returns the imports of other packages in the built modules of a project that Node runs. */
function importsOf(project: string): { file: string; specifier: string }[] {
  const dist = join(project, 'dist');
  return readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.m?js$/.test(path))
    .filter((path) => !/\.(?:test|contract)\.js$|^(?:web|page|examples|checked)\/|(?:^|\/)testing/.test(path))
    .filter((path) => !path.endsWith('/random-entries.js'))
    .flatMap((path) => {
      const file = join(dist, path);
      return externalImports(file, readFileSync(file, 'utf8')).map((specifier) => ({ file, specifier }));
    });
}

/** Returns the imports that Node cannot resolve from their modules. */
function unresolved(imports: readonly { file: string; specifier: string }[]): string[] {
  const script = `
    import { existsSync, readFileSync } from 'node:fs';
    import { fileURLToPath } from 'node:url';
    const missing = JSON.parse(readFileSync(0, 'utf8')).filter(({ parent, specifier }) => {
      try {
        return !existsSync(fileURLToPath(import.meta.resolve(specifier, parent)));
      } catch {
        return true;
      }
    });
    console.log(JSON.stringify(missing));`;
  const lookups = imports.map(({ file, specifier }) => ({ parent: pathToFileURL(file).href, specifier }));
  const flags = ['--experimental-import-meta-resolve', '--input-type=module', '-e', script];
  const answer = execFileSync(process.execPath, flags, { input: JSON.stringify(lookups), encoding: 'utf8' });
  const missing: typeof lookups = JSON.parse(answer);
  return missing.map(({ parent, specifier }) => `${specifier} from ${parent}`);
}

describe('built modules', () => {
  const imports = projects.map((project) => ({ project, imports: importsOf(project) }));

  it('find every package that they import, also packages of optional settings', () => {
    const all = imports.flatMap((each) => each.imports);
    const ofProgram = ({ file }: { file: string }) => file.includes('program');
    const ofScaleOut = ({ file }: { file: string }) => file.includes('scale-out');
    const namesOf = (some: typeof all) => some.map(({ specifier }) => packageOf(specifier));
    expect(namesOf(all.filter(ofProgram))).toContain('sharp');
    for (const name of ['@nats-io/jetstream', 'ioredis', 'pg', 'pg-boss', '@aws-sdk/client-s3']) {
      expect(namesOf(all.filter(ofScaleOut))).toContain(name);
      expect(namesOf(all.filter((each) => !ofScaleOut(each)))).not.toContain(name);
    }
    expect(unresolved(all)).toEqual([]);
    const missing = { file: all[0]!.file, specifier: '@nats-io/of-another-name' };
    expect(unresolved([missing])).toHaveLength(1);
  });

  it('import only packages in the package.json of their project', () => {
    const unlisted = imports.flatMap(({ project, imports }) => {
      const { name, dependencies = {} } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
      const listed = new Set([name, ...Object.keys(dependencies)]);
      return imports
        .filter(({ specifier }) => !listed.has(packageOf(specifier)))
        .map(({ file, specifier }) => `${name}: ${specifier} of ${file}`);
    });
    expect(unlisted).toEqual([]);
  });
});

describe('a built program starts with', { timeout: 120_000 }, () => {
  let folder: string;
  let server: ReturnType<typeof createServer>;
  /** Address of a server that returns the same embedding for every text. */
  let embeddingsUrl: string;
  const children: Awaited<ReturnType<typeof spawnProgram>>[] = [];
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      const data = (JSON.parse(text).input as string[]).map((_, index) => ({
        index,
        embedding: [1, 0, 0, 0],
      }));
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    embeddingsUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  afterAll(() => server.close());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'anima-programs-'));
  });
  afterEach(async () => {
    for (const child of children.splice(0)) {
      child.kill('SIGTERM');
      await child.exited;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(program: string, settings: Record<string, string>): Promise<string> {
    const ports = { MEMORY_PORT: '0', PORT: '0', AVATAR_WORKER_PORT: '0' };
    const folders = { MEMORY_DATA_DIR: folder, AVATAR_DATA_DIR: folder, MEMORY_USER_HOME: folder };
    const main = join(repository, 'services', program);
    const child = await spawnProgram(main, { ...ports, ...folders, AVATAR_PRELOAD: 'false', ...settings });
    children.push(child);
    return child.url;
  }
  const [memory, avatar, worker] = [
    'memory/dist/program/main.js',
    'avatar/dist/program/main.js',
    'avatar/dist/program/render-worker.js',
  ];
  const postgres = async () => (await engines.startedPostgres()).url;
  const s3 = async () => (await engines.startedS3()).url;

  /** Engine, its path on this machine, the program, its settings, and the component of `/status` that names the engine. */
  const starts: [string, string | null, string, () => Promise<Record<string, string>>, string?][] = [
    [
      'memory: PostgreSQL',
      engines.findPostgres(),
      memory!,
      async () => ({ MEMORY_DATABASE_URL: await postgres() }),
      'database',
    ],
    [
      'memory: Redis',
      engines.findRedis(),
      memory!,
      async () => ({ MEMORY_CACHE_URL: (await engines.startedRedis()).url }),
      'shared_cache',
    ],
    [
      'memory: NATS',
      engines.findNats(),
      memory!,
      async () => ({ MEMORY_BUS_URL: (await engines.startedNats()).url }),
      'message_bus',
    ],
    [
      'memory: an embeddings server and a chat server',
      '',
      memory!,
      async () => ({
        MEMORY_EMBEDDINGS_URL: embeddingsUrl,
        MEMORY_EMBEDDING_MODEL: 'same',
        MEMORY_JUDGE_URL: embeddingsUrl,
        MEMORY_JUDGE_MODEL: 'none',
      }),
    ],
    [
      'avatar: PostgreSQL',
      engines.findPostgres(),
      avatar!,
      async () => ({ AVATAR_DATABASE_URL: await postgres() }),
    ],
    ['avatar: S3', engines.findS3(), avatar!, async () => ({ AVATAR_MEDIA_URL: await s3() })],
    [
      'render worker: PostgreSQL and S3',
      engines.findPostgres() && engines.findS3(),
      worker!,
      async () => ({ AVATAR_DATABASE_URL: await postgres(), AVATAR_MEDIA_URL: await s3() }),
    ],
  ];
  for (const [name, found, program, settings, component] of starts)
    it.skipIf(found === null)(
      `${name}${found === null ? ' (not on this machine: skipped)' : ''}`,
      async () => {
        const url = await start(program, await settings());
        expect((await fetch(`${url}/health`)).status).toBe(200);
        if (component === undefined) return;
        const { components } = (await (await fetch(`${url}/api/v1/status`)).json()) as {
          components: Record<string, { status: string }>;
        };
        expect(components[component]).toMatchObject({ status: 'ok' });
      },
    );
});
