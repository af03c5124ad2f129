import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BuiltService, startBuilt } from '@anima/service/testing';
import { afterAll, beforeAll, describe, it, type TestContext } from 'vitest';

const run = promisify(execFile);
const SOURCE = fileURLToPath(new URL('../clients/python', import.meta.url));
const TOKEN = 'of-this-test';
const TOOLS = ['hatchling', 'pytest', 'mypy', 'ruff'];

const folder = mkdtempSync(join(tmpdir(), 'anima-python-'));
const python = join(folder, 'venv', 'bin', 'python');
const environment = {
  ...process.env,
  HOME: folder,
  PYTHONDONTWRITEBYTECODE: '1',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
};
/** Reason for which the tests are skipped; null if the wheel is installed. */
let skipped: string | null = null;
let services: BuiltService[] = [];

const call = (program: string, args: string[], env: Record<string, string> = {}) =>
  run(program, args, { cwd: folder, env: { ...environment, ...env }, maxBuffer: 1 << 24 }).catch(
    (failed: { stdout?: string; stderr?: string; message: string }) => {
      throw new Error(`${failed.message}\n${failed.stdout}\n${failed.stderr}`);
    },
  );

/** Installs what the tests need from the package index, and the wheel without its source folder. */
async function install(): Promise<void> {
  const version = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';
  const isPython = await run('python3', ['-c', version]).then(
    () => true,
    () => false,
  );
  if (!isPython) {
    skipped = 'Python 3.10 with venv is not installed: Python client skipped';
    return;
  }
  await call('python3', ['-m', 'venv', join(folder, 'venv')]);
  const pip = ['-m', 'pip', 'install', '--quiet', '--retries', '1', '--timeout', '10'];
  try {
    await call(python, [...pip, ...TOOLS]);
  } catch (error) {
    skipped = `The Python package index is unreachable: Python client skipped (${String(error).slice(0, 200)})`;
    return;
  }
  await call(python, [
    '-m',
    'pip',
    'wheel',
    '--quiet',
    '--no-deps',
    '--no-build-isolation',
    '-w',
    folder,
    SOURCE,
  ]);
  const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'))!;
  await call(python, [...pip, `${join(folder, wheel)}[live]`]);
}

beforeAll(async () => {
  await install();
  if (skipped !== null) {
    process.stderr.write(`${skipped}\n`);
    return;
  }
  const tokens = { MEMORY_API_TOKEN: TOKEN, AVATAR_SERVICE_TOKEN: TOKEN };
  services = await Promise.all([startBuilt('memory', tokens), startBuilt('avatar', tokens)]);
}, 400_000);

afterAll(async () => {
  await Promise.all(services.map((service) => service.close()));
  rmSync(folder, { recursive: true, force: true });
});

const skipIfMissing = (context: TestContext) => context.skip(skipped !== null, skipped ?? '');

describe('the Python client', { timeout: 400_000, concurrent: true }, () => {
  it('matches the services: node clients/python/generate.mjs writes it', async ({ expect }) => {
    const { stdout, stderr } = await run(process.execPath, [join(SOURCE, 'generate.mjs'), '--check']).catch(
      (failed: { stdout: string; stderr: string }) => failed,
    );
    expect(stdout + stderr).toBe('');
  });

  it('passes its tests as an installed wheel', async (context) => {
    skipIfMissing(context);
    const { expect } = context;
    const [memory, avatar] = services as [BuiltService, BuiltService];
    const { stdout } = await call(
      python,
      [
        '-m',
        'pytest',
        '-q',
        '-W',
        'error',
        '--durations=5',
        '-p',
        'no:cacheprovider',
        '--import-mode=importlib',
        join(SOURCE, 'tests'),
      ],
      {
        ...{ MEMORY_URL: memory.url, AVATAR_URL: avatar.url },
        ANIMA_TEST_MEMORY_DIR: memory.dataDir,
        ...{ MEMORY_API_TOKEN: TOKEN, AVATAR_SERVICE_TOKEN: TOKEN },
      },
    );
    expect(stdout).toMatch(/\d+ passed/);
    expect(stdout).not.toMatch(/failed|skipped/);
  });

  it('is typed strictly and passes the linter', async (context) => {
    skipIfMissing(context);
    const cache = `--cache-dir=${join(folder, 'cache')}`;
    const config = `--config-file=${join(SOURCE, 'pyproject.toml')}`;
    const folders = ['src', 'tests', 'examples'].map((name) => join(SOURCE, name));
    await call(python, ['-m', 'mypy', cache, config, ...folders], { MYPYPATH: join(SOURCE, 'src') });
    await call(python, ['-m', 'ruff', 'check', '--no-cache', SOURCE]);
    await call(python, ['-m', 'ruff', 'format', '--no-cache', '--check', SOURCE]);
  });
});
