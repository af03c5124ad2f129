#!/usr/bin/env node
// The development script behind the npm scripts. It installs missing packages, builds changed sources, then runs a task. It
// uses Node's own modules only, because it runs before anything is installed. The command `anima` is packages/cli/anima.mjs.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installArguments, isInstalled, SCALE_OUT } from './installed-packages.mjs';
import { withProcessLock } from './process-lock.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const sourceFolders = ['packages', 'services', 'benchmarks'];
const [task = 'start', ...args] = process.argv.slice(2);
const lint = () => {
  run('biome', ['ci', '.']);
  runNode('scripts/plain-english.mjs', ['.']);
};
const test = () => run('vitest', ['run', ...args]);

const tasks = {
  start: () => anima('start', ...args),
  'start:memory': () => startService('memory'),
  'start:avatar': () => startService('avatar'),
  'start:render-worker': () => runHere('services/avatar/dist/program/render-worker.js', args),
  mcp: () => runHere('packages/cli/dist/mcp.mjs', args),
  models: () => anima('models', ...args),
  reindex: () => anima('reindex', ...args),
  calibrate: () => anima('calibrate', ...args),
  build: () => {},
  'scale-out': () => {},
  lint,
  format: () => run('biome', ['check', '--write', '.']),
  test,
  'test:long': () => {
    process.env.ANIMA_TEST_LONG = '1';
    test();
  },
  check: () => {
    lint();
    test();
  },
  bench: () => bench(args),
  release: () => runNode('scripts/release/release.mjs', args),
};

/**
 * Whether the clients of PostgreSQL, Redis, NATS and S3 are installed and built. An installation that only starts the
 * services does not contain them.
 */
const scaleOut =
  ['scale-out', 'test', 'test:long', 'check', 'bench', 'release'].includes(task) ||
  existsSync(join(root, 'node_modules', '@anima', 'scale-out'));

if (!Object.hasOwn(tasks, task)) {
  console.error(
    `Expected a task (${Object.keys(tasks).join(', ')}), received ${task}. For commands use: npx anima`,
  );
  process.exit(2);
}
requireNode();
await withBuildLock(async (lock) => {
  await install(lock);
  await build(lock);
});
await tasks[task]();

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Anima needs Node 20.19 or newer; this is ${process.versions.node}. See https://nodejs.org`);
  process.exit(1);
}

/** Lets one process install and build at a time: MCP clients start several processes at once. */
function withBuildLock(work) {
  const onWait = () => console.error('Waiting for another process that installs or builds Anima ...');
  return withProcessLock(`anima-${sha256(root).slice(0, 16)}`, onWait, work);
}

/** Runs npm ci, unless node_modules matches the lock file. */
async function install(lock) {
  if (isInstalled(root, { scaleOut })) return;
  // npm is a script on every platform but a .cmd file on Windows, hence the shell there.
  const options = { shell: process.platform === 'win32', env: { ...process.env, NODE_ENV: 'development' } };
  const npm = [...installArguments(root, { scaleOut }), '--no-audit', '--no-fund', '--loglevel=error'];
  await step('Installing dependencies', [['npm', npm, options]], lock);
}

/** Compiles and bundles, unless the sources are the ones of the last build. */
async function build(lock) {
  const stamp = join(root, 'node_modules', '.anima-built');
  const projects = sourceFolders.flatMap(projectsIn);
  const sources = listSources(projects);
  const digest = sha256(
    sources
      .map((path) => `${path} ${statSync(join(root, path)).mtimeMs} ${statSync(join(root, path)).size}`)
      .join('\n'),
  );
  const built = existsSync(stamp) ? readFileSync(stamp, 'utf8').split('\n') : [];
  if (built[0] === digest && projects.every((project) => existsSync(join(root, project, 'dist')))) return;
  // The output of a deleted source must not stay in dist.
  for (const path of built.slice(1).filter((path) => !sources.includes(path))) {
    const output = path.replace('/src/', '/dist/').replace(/\.ts$/, '');
    for (const ending of ['.js', '.js.map', '.d.ts']) rmSync(join(root, output + ending), { force: true });
  }
  const bundles = projects
    .map((project) => join(root, project, 'bundle.mjs'))
    .filter((path) => existsSync(path));
  await step(
    'Building',
    [[scriptOf('tsc'), ['-b', ...(scaleOut ? [] : projects)]], ...bundles.map((bundle) => [bundle, []])].map(
      ([script, more]) => [process.execPath, [script, ...more], {}],
    ),
    lock,
  );
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, [digest, ...sources].join('\n'));
}

/**
 * Runs programs in sequence, and reports the step and its duration on stderr. On a terminal, one line counts the seconds.
 * The programs write to stderr only, because the stdout of `mcp` belongs to its protocol. They inherit the lock.
 */
async function step(title, programs, lock) {
  const start = Date.now();
  const seconds = () => ((Date.now() - start) / 1000).toFixed(1);
  const { isTTY } = process.stderr;
  process.stderr.write(isTTY ? `${title} ...` : `${title} ...\n`);
  const counter = isTTY && setInterval(() => process.stderr.write(`\r${title} ... ${seconds()} s`), 1_000);
  for (const [file, fileArgs, options] of programs) {
    const child = spawn(file, fileArgs, { cwd: root, stdio: ['ignore', 2, 2, lock ?? 'ignore'], ...options });
    const code = await new Promise((resolve) => child.once('error', resolve).once('exit', resolve));
    if (code === 0) continue;
    console.error(`\n${title} failed: ${code?.message ?? [file, ...fileArgs].join(' ')}`);
    process.exit(typeof code === 'number' ? code : 1);
  }
  clearInterval(counter);
  if (isTTY) process.stderr.write(`\r${title} ... ${seconds()} s\x1b[K\n`);
}

function projectsIn(folder) {
  if (existsSync(join(root, folder, 'tsconfig.json'))) return [folder];
  return readdirSync(join(root, folder))
    .map((name) => `${folder}/${name}`)
    .filter((path) => existsSync(join(root, path, 'tsconfig.json')) && (scaleOut || path !== SCALE_OUT));
}

function listSources(projects) {
  const files = [
    ...['tsconfig.base.json', 'tsconfig.json', 'package-lock.json', 'models/registry.json'],
    ...['scripts/bundle-program.mjs', 'scripts/external-imports.mjs'],
  ];
  for (const project of projects) {
    const single = ['tsconfig.json', 'package.json', 'bundle.mjs'].map((name) => `${project}/${name}`);
    files.push(...single.filter((path) => existsSync(join(root, path))));
    for (const folder of ['src', 'examples'].map((name) => `${project}/${name}`)) {
      if (!existsSync(join(root, folder))) continue;
      for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
        if (entry.isFile())
          files.push(
            join(entry.parentPath ?? entry.path, entry.name)
              .slice(root.length + 1)
              .replaceAll('\\', '/'),
          );
    }
  }
  return files.sort();
}

/** Starts one service with the command line; `--help` lists its settings. */
function startService(name) {
  if (args.includes('--help')) return runHere(`services/${name}/dist/program/main.js`, args);
  return anima('start', name, ...args);
}

function anima(...words) {
  return runHere('packages/cli/dist/program/main.js', words);
}

/** Runs a program in this process, so that signals and the exit code are its own. */
async function runHere(path, words) {
  stopWhenOrphaned();
  process.argv.splice(1, process.argv.length - 1, join(root, path), ...words);
  await import(pathToFileURL(join(root, path)).href);
}

/**
 * npm sends SIGTERM to the shell between npm and this process, and most shells exit without passing the signal on: a process
 * that npm started stops when its parent is gone.
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
  const known = readdirSync(join(root, 'benchmarks', 'dist'), { recursive: true })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.bench.js'));
  const chosen = known.find((path) => path.endsWith(`/${name}.bench.js`));
  if (chosen === undefined) {
    const names = known.map((path) => path.replace(/^.*\//, '').replace('.bench.js', ''));
    console.error(`Usage: npm run bench -- NAME, with NAME one of: ${names.join(', ')}`);
    process.exit(2);
  }
  runNode('--expose-gc', [join('benchmarks', 'dist', chosen), ...rest]);
}

function run(program, programArgs) {
  runNode(scriptOf(program), programArgs);
}

/** Runs Node on a script in the root folder; exits with the code of a script that fails. */
function runNode(script, scriptArgs) {
  const { status, error } = spawnSync(process.execPath, [script, ...scriptArgs], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status === 0) return;
  console.error(`${[script, ...scriptArgs].join(' ')} ${error ? `failed: ${error.message}` : 'failed'}`);
  process.exit(status ?? 1);
}

/** The script of a development tool. */
function scriptOf(program) {
  const packages = { tsc: 'typescript', vitest: 'vitest', biome: '@biomejs/biome' };
  const folder = join(root, 'node_modules', packages[program]);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[program]);
}

function sha256(data) {
  return createHash('sha256').update(data).digest('hex');
}
