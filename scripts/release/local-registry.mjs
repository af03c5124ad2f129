// A registry on this machine (verdaccio) that serves packages of a release and passes other names on. Only tests use it, so that it
// is installed into a temporary folder and not with the repository.
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Later versions need Node 22. */
const VERDACCIO = 'verdaccio@6.2.9';
const START_MS = 120_000;
const run = promisify(execFile);

/** Starts a registry with its files in `folder`. Rejects if verdaccio cannot be installed. */
export async function startLocalRegistry(folder) {
  mkdirSync(folder, { recursive: true });
  // verdaccio names a version of node-fetch by a tag, which not every registry knows.
  writeFileSync(join(folder, 'package.json'), '{"private": true, "overrides": {"node-fetch": "2.7.0"}}');
  await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', VERDACCIO], { cwd: folder });
  const { stdout } = await run('npm', ['config', 'get', 'registry'], { cwd: folder });
  const config = {
    storage: join(folder, 'storage'),
    uplinks: { upstream: { url: stdout.trim(), maxage: '1h' } },
    packages: {
      anima: { access: '$all', publish: '$all' },
      '@anima/*': { access: '$all', publish: '$all' },
      '**': { access: '$all', proxy: 'upstream' },
    },
    max_body_size: '500mb',
    log: { type: 'stdout', format: 'json', level: 'warn' },
  };
  // JSON is YAML.
  writeFileSync(join(folder, 'config.yaml'), JSON.stringify(config));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const verdaccio = join(folder, 'node_modules', 'verdaccio', 'bin', 'verdaccio');
  const args = [verdaccio, '--config', join(folder, 'config.yaml'), '--listen', `127.0.0.1:${port}`];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' });
  for (const deadline = Date.now() + START_MS; !(await responds(url)); await delay(200))
    if (Date.now() > deadline || child.exitCode !== null) throw new Error('verdaccio did not start');
  return {
    url,
    publish: (tarball) =>
      run(
        'npm',
        ['publish', tarball, '--registry', url, '--no-provenance', `--//127.0.0.1:${port}/:_authToken=local`],
        {
          cwd: folder,
          maxBuffer: 64 * 1024 * 1024,
        },
      ),
    close: () => new Promise((resolve) => child.once('exit', resolve) && child.kill()),
  };
}

const responds = (url) =>
  fetch(`${url}-/ping`).then(
    (response) => response.ok,
    () => false,
  );

/** Returns a free port. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
