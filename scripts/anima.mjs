#!/usr/bin/env node
// The one entry behind every npm script. Only Node's own modules, because it runs before anything is installed:
// it installs from the lock file what is missing, builds what is out of date, then does the task.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isInstalled } from './installed-packages.mjs';
import { withProcessLock } from './process-lock.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const sourceFolders = ['packages', 'services', 'benchmarks'];
const [task = 'start', ...args] = process.argv.slice(2);

const tasks = {
  start: () => serveBoth(),
  'start:memory': () => startAlone('memory'),
  'start:avatar': () => startAlone('avatar'),
  'start:render-worker': () => serve('avatar', 'render-worker.js'),
  mcp: () => speakMcp(),
  models: () => runHere(join(root, 'packages', 'models', 'dist', 'main.js')),
  reindex: () => runHere(join(root, 'services', 'memory', 'dist', 'reindex-main.js')),
  calibrate: () => runHere(join(root, 'services', 'memory', 'dist', 'calibrate-main.js')),
  build: () => {},
  lint: () => run('biome', ['ci', '.']),
  format: () => run('biome', ['check', '--write', '.']),
  test: () => run('vitest', ['run', ...args]),
  'test:long': () => {
    process.env.ANIMA_TEST_LONG = '1';
    run('vitest', ['run', ...args]);
  },
  check: () => {
    run('biome', ['ci', '.']);
    run('vitest', ['run', ...args]);
  },
  bench: () => bench(args),
};

// Tools call hooks before every prompt: what is built is run at once, and whatever is missing holds nobody up.
if (task === 'hook') {
  await import(pathToFileURL(join(root, 'packages', 'cli', 'dist', 'hook.mjs')).href).catch(() => {});
  process.exit(0);
}
requireNode();
await alone((lock) => {
  install(lock);
  build(lock);
});
await (isTask() ? tasks[task]() : commandLine());

/** What npm scripts and `anima start` do; everything else is a command. */
function isTask() {
  return Object.hasOwn(tasks, task) && !(task === 'start' && args.length > 0);
}

function commandLine() {
  args.unshift(task);
  return runHere(join(root, 'packages', 'cli', 'dist', 'main.js'));
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Anima needs Node 20.19 or newer; this is ${process.versions.node}`);
  process.exit(1);
}

/** One process installs and builds at a time: MCP clients start several of these at once. */
function alone(work) {
  const wait = () => console.error('Waiting for another process that installs or builds Anima ...');
  return withProcessLock(`anima-${sha256(root).slice(0, 16)}`, wait, work);
}

/** npm ci, unless npm has installed what the lock file says. */
function install(lock) {
  if (isInstalled(root)) return;
  console.error('Installing dependencies (first start, or the lock file changed) ...');
  // npm is a script on every platform but a .cmd file on Windows, hence the shell there.
  const windows = process.platform === 'win32';
  exitOnFailure(
    spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', 2, 'inherit', lock ?? 'ignore'],
      shell: windows,
      env: { ...process.env, NODE_ENV: 'development' },
    }),
    'npm ci',
  );
}

/** tsc -b, if a source is another than the one built from. */
function build(lock) {
  const stamp = join(root, 'node_modules', '.anima-built');
  const sources = listSources();
  const wanted = sha256(
    sources
      .map((path) => `${path} ${statSync(join(root, path)).mtimeMs} ${statSync(join(root, path)).size}`)
      .join('\n'),
  );
  const built = readIfThere(stamp)?.split('\n');
  const complete = sourceFolders
    .flatMap(projectsIn)
    .every((project) => existsSync(join(root, project, 'dist')));
  if (built?.[0] === wanted && complete) return;
  // A deleted source must not live on in dist.
  const gone = built?.slice(1).filter((path) => !sources.includes(path)) ?? [];
  for (const path of gone) {
    const output = path.replace('/src/', '/dist/').replace(/\.ts$/, '');
    for (const ending of ['.js', '.js.map', '.d.ts']) rmSync(join(root, output + ending), { force: true });
  }
  // Of `mcp`, stdin and stdout belong to the protocol.
  const stdio = ['ignore', 2, 'inherit', lock ?? 'ignore'];
  run('tsc', ['-b'], stdio);
  // What pages load, and programs in few files.
  for (const bundle of bundles())
    exitOnFailure(spawnSync(process.execPath, [bundle], { cwd: root, stdio }), bundle);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, [wanted, ...sources].join('\n'));
}

function bundles() {
  return sourceFolders
    .flatMap(projectsIn)
    .map((project) => join(root, project, 'bundle.mjs'))
    .filter((path) => existsSync(path));
}

function projectsIn(folder) {
  if (existsSync(join(root, folder, 'tsconfig.json'))) return [folder];
  return readdirSync(join(root, folder))
    .map((name) => `${folder}/${name}`)
    .filter((path) => existsSync(join(root, path, 'tsconfig.json')));
}

function listSources() {
  const files = [
    'tsconfig.base.json',
    'tsconfig.json',
    'package-lock.json',
    'scripts/bundle-program.mjs',
    'scripts/external-imports.mjs',
    'models/registry.json',
  ];
  for (const project of sourceFolders.flatMap(projectsIn)) {
    const beside = ['tsconfig.json', 'package.json', 'bundle.mjs'].map((name) => `${project}/${name}`);
    files.push(...beside.filter((path) => existsSync(join(root, path))));
    const folders = ['src', 'examples']
      .map((name) => join(root, project, name))
      .filter((path) => existsSync(path));
    for (const entry of folders.flatMap((path) =>
      readdirSync(path, { recursive: true, withFileTypes: true }),
    )) {
      if (!entry.isFile()) continue;
      files.push(
        join(entry.parentPath ?? entry.path, entry.name)
          .slice(root.length + 1)
          .replaceAll('\\', '/'),
      );
    }
  }
  return files.sort();
}

async function startAlone(name) {
  await setEnvironment([name]);
  await serve(name, 'main.js');
}

/** Where no memory service runs it starts one, as `start:memory` does. */
async function speakMcp() {
  stopWhenOrphaned();
  await runHere(join(root, 'packages', 'cli', 'dist', 'mcp.mjs'));
}

/** In this process, so that signals and the exit code are the service's own. */
async function serve(name, entry) {
  stopWhenOrphaned();
  await runHere(join(root, 'services', name, 'dist', 'program', entry));
}

async function runHere(main) {
  process.argv.splice(1, process.argv.length - 1, main, ...args);
  await import(pathToFileURL(main).href);
}

/** Both services, each in a process of its own: what ends one ends the other, and this one with its exit code. */
async function serveBoth() {
  stopWhenOrphaned();
  await setEnvironment(['memory', 'avatar']);
  const services = ['start:memory', 'start:avatar'].map((name) =>
    spawn(process.execPath, [fileURLToPath(import.meta.url), name, ...args], {
      stdio: ['ignore', 'inherit', 'inherit'],
      // A group of their own: Ctrl-C is passed on once, and a second one is for those that do not stop.
      detached: process.platform !== 'win32',
      env: { ...process.env, npm_lifecycle_event: 'start' },
    }),
  );
  let stopping = false;
  const stop = (signal) => {
    stopping = true;
    for (const service of services) service.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
  const codes = await Promise.all(
    services.map(
      (service) =>
        new Promise((resolve) => {
          service.once('exit', (code) => {
            // A second signal would not let the other one finish.
            if (!stopping) stop('SIGTERM');
            resolve(code ?? 1);
          });
        }),
    ),
  );
  process.exitCode = Math.max(...codes);
}

/** As `anima start` does. */
async function setEnvironment(names) {
  const { environmentOf } = await import(
    pathToFileURL(join(root, 'packages', 'cli', 'dist', 'programs', 'pages-let-in.js')).href
  );
  const { env, note } = await environmentOf(names, process.env);
  if (note !== null) console.error(note);
  Object.assign(process.env, env);
  // The memory service leads to the avatar where it listens.
  if (process.env.PORT) process.env.AVATAR_URL ??= `http://127.0.0.1:${process.env.PORT}`;
}

/**
 * npm hands SIGTERM to the shell between it and this process, and most shells die of it without passing it on: whoever
 * lost its parent stops as if it had been told.
 */
function stopWhenOrphaned() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 50);
  watch.unref();
}

function bench([name, ...rest]) {
  const dist = join(root, 'benchmarks', 'dist');
  const known = readdirSync(dist, { recursive: true })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.bench.js'));
  const chosen = known.find((path) => path.endsWith(`/${name}.bench.js`));
  if (chosen === undefined) {
    const names = known.map((path) => path.replace(/^.*\//, '').replace('.bench.js', ''));
    console.error(`Usage: npm run bench -- NAME, with NAME one of: ${names.join(', ')}`);
    process.exit(2);
  }
  exitOnFailure(
    spawnSync(process.execPath, ['--expose-gc', join(dist, chosen), ...rest], {
      cwd: root,
      stdio: 'inherit',
    }),
    name,
  );
}

function run(program, programArgs, stdio = 'inherit') {
  const { bin } = JSON.parse(readFileSync(packageJsonOf(program), 'utf8'));
  const script = join(dirname(packageJsonOf(program)), typeof bin === 'string' ? bin : bin[program]);
  exitOnFailure(
    spawnSync(process.execPath, [script, ...programArgs], { cwd: root, stdio }),
    `${program} ${programArgs.join(' ')}`,
  );
}

function packageJsonOf(program) {
  const packages = { tsc: 'typescript', vitest: 'vitest', biome: '@biomejs/biome' };
  return join(root, 'node_modules', packages[program], 'package.json');
}

function exitOnFailure({ status, error }, what) {
  if (status === 0) return;
  console.error(error ? `${what}: ${error.message}` : `${what} failed`);
  process.exit(status ?? 1);
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function sha256(data) {
  return createHash('sha256').update(data).digest('hex');
}
