import { createHash } from 'node:crypto';
import { accessSync, constants, createReadStream, existsSync, readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readText } from '@anima/calls/read-body';
import { callWithin } from '@anima/calls/signals';
import { avatarAddress, memoryAddress } from '../addresses.js';
import { animaHome } from '../anima-home.js';
import type { Context } from '../context.js';
import { toFailureReport } from '../failure.js';
import { isUnreachable } from '../programs/allowed-pages.js';
import { hasPackagedFfmpeg, ownVersion, type ServiceName, shippedModels } from '../programs/repository.js';
import { outputOf } from '../programs/start-program.js';
import { findPlayer, findProgram, playerNames } from '../sound/find-player.js';
import { engineFindings, type Finding, remark, well, wrong } from './engines.js';

const GIB = 1024 ** 3;

/** Runs all checks, with one finding each. It reads files and calls the services, and changes nothing. */
export async function runChecks(context: Context): Promise<Finding[]> {
  const { env } = context;
  return [
    nodeVersion(),
    await service(context, 'memory'),
    await service(context, 'avatar'),
    ...(await engineFindings(env)),
    await ffmpeg(env),
    player(env),
    folder(env),
    await disk(env),
    ...(await models()),
  ];
}

function nodeVersion(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 19)
    ? well('Node.js', process.versions.node)
    : wrong('Node.js', `${process.versions.node} is too old`, 'Install Node.js 20.19 or newer');
}

/** Far longer than a running service needs. */
const HEALTH_MS = 5_000;
const MAX_HEALTH_BYTES = 64 * 1024;

/** Checks whether a service responds, accepts the token, and has the version of this command. */
async function service(context: Context, name: ServiceName): Promise<Finding> {
  const about = `${name} service`;
  const { url, token } = (name === 'memory' ? memoryAddress : avatarAddress)(context.env, context.addresses);
  try {
    const answer = await callWithin(HEALTH_MS, [], async (signal) => {
      const health = await fetch(`${url}/health`, { signal, redirect: 'error' });
      return health.ok
        ? (JSON.parse(await readText(health, signal, MAX_HEALTH_BYTES)) as { status?: unknown } | null)
        : null;
    });
    if (answer?.status !== 'ok') return otherProgram(about, url);
  } catch (error) {
    if (isUnreachable(error))
      return wrong(
        about,
        `nothing listens at ${url}`,
        `anima start ${name} (or set ${name.toUpperCase()}_URL)`,
      );
    return otherProgram(about, url);
  }
  try {
    const { version, problems } =
      name === 'memory' ? await memoryStatus(context) : await avatarStatus(context);
    if (problems.length > 0)
      return wrong(
        about,
        problems.join('; '),
        `Restart it: anima stop ${name} && anima start ${name}. See its log`,
      );
    const own = ownVersion();
    if (version !== own)
      return remark(
        about,
        `runs at ${url} with version ${version}, but this command is ${own}`,
        `Restart it: anima stop ${name} && anima start ${name}`,
      );
    return well(about, `runs at ${url}, ${version}`);
  } catch (error) {
    const { status, message } = toFailureReport(error);
    const variable = name === 'memory' ? 'MEMORY_API_TOKEN' : 'AVATAR_SERVICE_TOKEN';
    if (status === 401 || status === 403)
      return wrong(
        about,
        token === undefined ? `requires a token, and ${variable} is not set` : `rejects the token`,
        `Set ${variable} to the token of the service`,
      );
    return wrong(about, message, `See its log, or restart it: anima start ${name}`);
  }
}

const otherProgram = (about: string, url: string): Finding =>
  wrong(
    about,
    `another program listens at ${url}`,
    'Stop it, or set another port for the service (MEMORY_PORT, PORT)',
  );

async function memoryStatus(context: Context): Promise<{ version: string; problems: string[] }> {
  const { version, components } = await (await context.memory()).status();
  const problems = Object.entries(components)
    .filter(([, { status }]) => status !== 'ok')
    .map(([name, { detail }]) => `${name} is down: ${detail}`);
  return { version, problems };
}

async function avatarStatus(context: Context): Promise<{ version: string; problems: string[] }> {
  const client = await context.avatar();
  const { version } = await client.bootstrap();
  const { problems } = await client.catalog.get();
  return { version, problems: problems.map(({ file, message }) => `${file}: ${message}`) };
}

async function ffmpeg(env: NodeJS.ProcessEnv): Promise<Finding> {
  const path = env.FFMPEG_PATH || findProgram('ffmpeg', env);
  if (path) {
    const output = await outputOf(path, ['-version']);
    const version = /^ffmpeg version (\S{1,40})/.exec(output ?? '')?.[1];
    if (version !== undefined) return well('ffmpeg', `${version} at ${path}`);
    return wrong(
      'ffmpeg',
      `${path} does not run`,
      env.FFMPEG_PATH ? 'Set FFMPEG_PATH to a working ffmpeg, or unset it' : 'Reinstall ffmpeg',
    );
  }
  if (hasPackagedFfmpeg()) return well('ffmpeg', 'installed by npm');
  return wrong('ffmpeg', 'is missing', 'Install ffmpeg, or install Anima without --omit=optional');
}

function player(env: NodeJS.ProcessEnv): Finding {
  const found = findPlayer(env);
  return found === null
    ? remark(
        'audio',
        'no player is on PATH',
        `anima speak writes files. To play, install one of ${playerNames}`,
      )
    : well('audio', `played by ${found.name}`);
}

function folder(env: NodeJS.ProcessEnv): Finding {
  const home = animaHome(env);
  try {
    accessSync(nearest(home), constants.W_OK);
    return well('data', existsSync(home) ? home : `${home}, created at the first start`);
  } catch {
    return wrong(
      'data',
      `${home} is not writable`,
      'Change its owner to your user, or set ANIMA_HOME to another folder',
    );
  }
}

async function disk(env: NodeJS.ProcessEnv): Promise<Finding> {
  const { bavail, bsize } = await statfs(nearest(animaHome(env)));
  const gib = (bavail * bsize) / GIB;
  const what = `${gib.toFixed(1)} GiB free`;
  if (gib < 0.2)
    return wrong(
      'disk',
      what,
      'Free space: writes fail soon. Export memories with `anima export`, and delete old media',
    );
  return gib < 2 ? remark('disk', what, 'Renders and models need gigabytes') : well('disk', what);
}

function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path));
}

interface Registry {
  models: { name: string; package?: string; files: { path: string; sha256: string }[] }[];
}

/** Compares the checksums of the shipped models. */
async function models(): Promise<Finding[]> {
  const broken: string[] = [];
  const { models } = JSON.parse(readFileSync(join(shippedModels, 'registry.json'), 'utf8')) as Registry;
  const installed = models.filter(
    ({ name, package: own }) => own === undefined || existsSync(join(shippedModels, name)),
  );
  for (const { name, files } of installed)
    for (const { path, sha256 } of files)
      if ((await sha256Of(join(shippedModels, name, path))) !== sha256) broken.push(`${name} (${path})`);
  if (broken.length === 0) return [well('models', `${installed.length} are complete`)];
  return [
    wrong(
      'models',
      `missing or damaged: ${broken.join(', ')}`,
      'Restore them: reinstall Anima, or run git checkout -- models in a clone',
    ),
  ];
}

async function sha256Of(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
    return hash.digest('hex');
  } catch {
    return null;
  }
}
