import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The folder into which scripts/fetch-test-sdks.mjs installs SDKs and frameworks. */
export const TEST_SDKS = process.env.ANIMA_TEST_SDKS || join(tmpdir(), 'anima-test-sdks');

const python = join(TEST_SDKS, 'python', 'bin', 'python');
const javascript = join(TEST_SDKS, 'js');

/** Whether an npm package (`name`) or a module of Python (`py:name`) is installed there. */
export const hasSdk = (name: string): boolean =>
  name.startsWith('py:')
    ? pythonFolders().some((folder) => existsSync(join(folder, name.slice('py:'.length))))
    : existsSync(join(javascript, 'node_modules', name));

function pythonFolders(): string[] {
  return ['3.10', '3.11', '3.12', '3.13', '3.14'].map((version) =>
    join(TEST_SDKS, 'python', 'lib', `python${version}`, 'site-packages'),
  );
}

/** Names an SDK in titles of tests, with how to install it if it is missing. */
export const titleOfSdk = (name: string): string =>
  hasSdk(name) ? name : `${name} (skipped, it is not in ${TEST_SDKS}: node scripts/fetch-test-sdks.mjs)`;

/** Runs a program with the installed SDKs and returns its output as JSON. */
export async function runWithSdk(
  program: string,
  env: Record<string, string>,
): Promise<Record<string, unknown>> {
  const home = mkdtempSync(join(tmpdir(), 'anima-sdk-'));
  const isPython = program.endsWith('.py');
  // Node finds packages in the folders above a program.
  const placed = isPython ? program : join(javascript, `${process.pid}-${basename(program)}`);
  if (!isPython) copyFileSync(program, placed);
  try {
    const { stdout } = await run(isPython ? python : process.execPath, [placed], {
      env: { PATH: process.env.PATH, HOME: home, PYTHONDONTWRITEBYTECODE: '1', ...env },
      timeout: 120_000,
      maxBuffer: 1 << 24,
    });
    return JSON.parse(stdout);
  } finally {
    if (!isPython) rmSync(placed, { force: true });
    rmSync(home, { recursive: true, force: true });
  }
}
