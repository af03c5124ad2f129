import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BuiltService, startBuilt } from '@anima/service/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const run = promisify(execFile);
const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** A command to run, or the use of the previous response. */
type Step =
  | { kind: 'call'; command: string }
  | { kind: 'keep'; name: string; path: string[] }
  | { kind: 'until'; path: string };

/** The steps of a page in its order: the calls of its shell blocks, and the comments between them that no reader sees. */
function readSteps(page: string): Step[] {
  const steps: Step[] = [];
  for (const part of page.split(/^(```sh\n[\s\S]*?^```|<!--.*-->)$/m)) {
    const value = /^<!-- (\w+) is (\S+) -->$/.exec(part);
    const until = /^<!-- until (\S+) has succeeded -->$/.exec(part);
    if (value !== null) steps.push({ kind: 'keep', name: value[1]!, path: value[2]!.split('.') });
    else if (until !== null) steps.push({ kind: 'until', path: until[1]! });
    else if (part.startsWith('```sh\n'))
      for (const command of part.slice(6, -3).split(/(?<!\\)\n(?=curl )/))
        steps.push({ kind: 'call', command: command.trim() });
    else if (part.startsWith('<!--')) throw new Error(`Expected a step, received ${part}`);
  }
  return steps;
}

/** Runs every call of the page in a shell; returns the failed commands. */
async function follow(page: string, address: string, url: string, folder: string): Promise<string[]> {
  const known = new Map<string, string>();
  const filled = (text: string) => text.replace(/\b[A-Z]+_[A-Z]+\b/g, (name) => known.get(name) ?? name);
  const failed: string[] = [];
  let answer = '';
  for (const step of readSteps(page)) {
    if (step.kind === 'call') {
      const command = filled(step.command)
        .replaceAll(address, url)
        .replaceAll('/home/me', folder)
        // The next line cancels this speech: a busy machine needs a long text.
        .replace('Never mind.', 'Never mind. '.repeat(1_000).trim());
      // An endless stream is read for some seconds.
      const script = command.includes('curl -N')
        ? `${command.replace('curl ', 'curl -sS --fail-with-body --max-time 5 ')} || [ $? -eq 28 ]`
        : command.replace('curl ', 'curl -sS --fail-with-body ');
      try {
        ({ stdout: answer } = await run('sh', ['-c', script], { cwd: folder, maxBuffer: 64 * 1024 * 1024 }));
      } catch (error) {
        failed.push(`${command}\n${(error as { stdout?: string }).stdout ?? error}`);
      }
    } else if (step.kind === 'keep') {
      let value: unknown = JSON.parse(answer);
      for (const key of step.path) value = (value as Record<string, unknown> | undefined)?.[key];
      if (typeof value === 'string') known.set(step.name, value);
      else failed.push(`Expected ${step.path.join('.')} in ${answer.slice(0, 500)}`);
    } else {
      let job: { status: string };
      do job = (await (await fetch(url + filled(step.path))).json()) as typeof job;
      while (job.status === 'queued' || job.status === 'running');
      if (job.status !== 'succeeded') failed.push(`${filled(step.path)}: ${JSON.stringify(job)}`);
    }
  }
  return failed;
}

const services = [
  {
    name: 'memory',
    address: 'http://127.0.0.1:9090',
    env: (folder: string) => ({
      MEMORY_DATA_DIR: join(folder, 'data'),
      MEMORY_PORT: '0',
      MEMORY_FILE_ROOTS: folder,
      MEMORY_USER_HOME: folder,
      MEMORY_SCAN_ROOTS: folder,
    }),
  },
  {
    name: 'avatar',
    address: 'http://127.0.0.1:8765',
    env: (folder: string) => ({
      AVATAR_DATA_DIR: join(folder, 'data'),
      PORT: '0',
    }),
  },
];

describe.each(services)('every call of the $name service, as documented', ({ name, address, env }) => {
  const page = readFileSync(join(root, 'docs', `${name}-calls.md`), 'utf8');
  const folder = mkdtempSync(join(tmpdir(), `anima-${name}-calls-`));
  let service: BuiltService;
  beforeAll(async () => {
    mkdirSync(join(folder, 'data'));
    mkdirSync(join(folder, '.claude'));
    mkdirSync(join(folder, 'project'));
    writeFileSync(join(folder, '.claude', 'CLAUDE.md'), '# Shop\n\n- Deploy on Tuesdays.\n');
    writeFileSync(join(folder, 'project', 'AGENTS.md'), '# Shop\n\n- Run the tests before each commit.\n');
    copyFileSync(join(root, 'models', 'heads', 'ada.png'), join(folder, 'me.jpg'));
    service = await startBuilt(name, env(folder));
  });
  afterAll(async () => {
    await service?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is documented, with a command to copy', async () => {
    const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const calls = readSteps(page).flatMap((step) =>
      step.kind === 'call' ? step.command.split(/(?<!\\)\n/) : [],
    );
    const called = calls.map((call) => {
      const path = call.split(address)[1]?.split(/[\s'?]/)[0];
      const method =
        /-X (\w+)/.exec(call)?.[1] ?? (/ -d | -F /.test(call.replaceAll('\n', ' ')) ? 'POST' : 'GET');
      return `${method} ${path}`;
    });
    const missing = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .map((method) => ({ method: method.toUpperCase(), pattern: pathPattern(path), path }))
        .filter(
          ({ method, pattern }) => !called.some((call) => pattern.test(call) && call.startsWith(method)),
        )
        .map(({ method, path }) => `${method} ${path}`),
    );
    expect(missing.filter((call) => call !== 'GET /live')).toEqual([]);
  });

  it.skipIf(!hasCurl)('is answered as it is written (no curl: skipped)', { timeout: 180_000 }, async () => {
    expect(await follow(page, address, service.url, folder)).toEqual([]);
  });
});

function pathPattern(path: string): RegExp {
  const source = path.replace(/[.]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^[A-Z]+ ${source}$`);
}
