/**
 * Builds the heads from packages: `npm run heads`, or `npm run heads -- ada leo`; `--into FOLDER` replaces models/heads.
 * Needs Python 3.11 (`ANIMA_PYTHON` is its path), its package index the first time, and `npm run build` for the portraits.
 * The output is reproducible.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const folder = fileURLToPath(new URL('.', import.meta.url));
const venv = join(folder, '.venv');
const python = join(venv, 'bin', 'python');
const stamp = join(venv, 'requirements.txt');
const requirements = readFileSync(join(folder, 'requirements.txt'), 'utf8');

/** One thread, because sums over threads depend on their number. */
const ONE_THREAD = {
  OMP_NUM_THREADS: '1',
  OPENBLAS_NUM_THREADS: '1',
  PYTHONHASHSEED: '0',
  PYTHONDONTWRITEBYTECODE: '1',
};

function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, ...ONE_THREAD },
  });
  if (error !== undefined || status !== 0) {
    console.error(`Expected ${command} ${args.join(' ')} to end well${error ? `: ${error.message}` : ''}`);
    process.exit(1);
  }
}

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== requirements) {
  run(process.env.ANIMA_PYTHON ?? 'python3.11', ['-m', 'venv', venv]);
  run(python, ['-m', 'pip', 'install', '--quiet', '--no-deps', '--require-hashes', '-r', 'requirements.txt']);
  writeFileSync(stamp, requirements);
}
run(python, ['-m', 'heads', ...process.argv.slice(2)]);

const { positionals, values } = parseArgs({ allowPositionals: true, options: { into: { type: 'string' }, afresh: { type: 'boolean' } } });
const { drawPortrait, headNames } = await import('./portraits.mjs');
const into = values.into ?? join(folder, '..');
for (const name of positionals.length > 0 ? positionals : headNames(into)) await drawPortrait(name, into);
if (values.into === undefined) await import('./record.mjs');
