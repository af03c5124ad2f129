/**
 * Compares both services with their OpenAPI documents: schemathesis (https://schemathesis.readthedocs.io, MIT) sends valid and
 * invalid requests. It reports server errors except documented 503 responses, undocumented responses, accepted invalid bodies,
 * and accepted requests without a token. Endless event streams are excluded.
 *
 *   pip install schemathesis && npm run build && node scripts/probe-documents.mjs [--examples 20] [--seed 1] [memory|avatar]
 *
 * SCHEMATHESIS sets the path of the program; default: PATH. Without the program the probe is skipped with a message. Both
 * services run with empty data directories, and may read no other files.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const program = process.env.SCHEMATHESIS || 'schemathesis';
const TOKEN = 'probe-probe-probe-probe-probe-probe';
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
  'unsupported_method',
  'allow_header_conformance',
  'ignored_auth',
];
const CONFIG = `
[checks.not_a_server_error]
expected-statuses = ["1xx", "2xx", "3xx", "4xx", 503]
`;

const services = {
  memory: (dir) => ({
    MEMORY_DATA_DIR: join(dir, 'data'),
    MEMORY_PORT: '0',
    MEMORY_API_TOKEN: TOKEN,
    MEMORY_FILE_ROOTS: dir,
    MEMORY_USER_HOME: dir,
    MEMORY_SCAN_ROOTS: dir,
  }),
  avatar: (dir) => ({ AVATAR_DATA_DIR: join(dir, 'data'), PORT: '0', AVATAR_SERVICE_TOKEN: TOKEN }),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { examples: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
});

if (spawnSync(program, ['--version']).status === 0) {
  for (const name of positionals.length > 0 ? positionals : Object.keys(services)) await probe(name);
} else {
  console.log('skipped: probe of the documents (schemathesis is not installed: pip install schemathesis)');
}

async function probe(name) {
  const dir = mkdtempSync(join(tmpdir(), `anima-probe-${name}-`));
  const service = await start(name, services[name](dir));
  try {
    const status = await run(service.url, dir);
    if (service.child.exitCode !== null) throw new Error(`the ${name} service ended while it was probed`);
    if (status !== 0) process.exitCode = 1;
  } finally {
    if (service.child.exitCode === null) {
      service.child.kill('SIGTERM');
      await once(service.child, 'exit');
    }
    rmSync(dir, { recursive: true, force: true });
  }
}

async function start(name, env) {
  mkdirSync(Object.values(env)[0], { recursive: true });
  const child = spawn(process.execPath, [join(root, 'services', name, 'dist', 'main.js')], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lines = createInterface(child.stderr);
  for await (const line of lines) {
    const url = /listens on (http:\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stderr.resume();
    return { child, url };
  }
  throw new Error(`the ${name} service did not start; is it built?`);
}

async function run(url, dir) {
  const config = join(dir, 'schemathesis.toml');
  writeFileSync(config, CONFIG);
  const args = [
    ...['--config-file', config, 'run', `${url}/openapi.json`, '-H', `Authorization: Bearer ${TOKEN}`],
    ...['--checks', CHECKS.join(','), '--phases', 'examples,coverage,fuzzing'],
    ...['--max-examples', values.examples, '--seed', values.seed, '--exclude-path-regex', '/events$'],
    ...['--continue-on-failure', '--request-timeout', '120', '--warnings', 'off', '--no-color'],
  ];
  const child = spawn(program, args, { cwd: dir, stdio: 'inherit' });
  const [status] = await once(child, 'exit');
  return status;
}
