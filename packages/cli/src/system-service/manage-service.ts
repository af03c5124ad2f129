import { existsSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from '../connect/own-files.js';
import { CommandFailure, EXIT } from '../failure.js';
import { animaProgram, serviceNames } from '../programs/repository.js';
import { runningInBackground } from '../programs/run-services.js';
import { outputOf } from '../programs/start-program.js';
import { settingsText } from './settings-file.js';
import type { ManagerCommand, SystemService } from './system-service.js';
import { systemServiceOf, thisServiceHost } from './this-system-service.js';

/** A stop waits until both services have finished. */
const MANAGER_TIMEOUT_MS = 60_000;

/** The state of the service of this user. */
export interface ServiceState {
  installed: boolean;
  running: boolean;
  /** File of the service manager, and file of the settings. */
  file: string;
  settings: string;
}

/**
 * Writes the service and starts it, unless `isStarted` is false. An existing file of settings is kept.
 * @throws CommandFailure if the service manager fails, and for a copy of Anima that npm may remove
 */
export async function installService(
  env: NodeJS.ProcessEnv,
  { isStarted }: { isStarted: boolean },
): Promise<{ state: ServiceState; hint: string; keptSettings: boolean }> {
  if (/[\\/]_npx[\\/]/.test(animaProgram))
    throw new CommandFailure(
      'not_possible',
      EXIT.refused,
      `Expected an installed copy of Anima, received one in the cache of npx (${animaProgram}). Install it first: npm install --global anima`,
    );
  const host = thisServiceHost(env, animaProgram);
  const service = systemServiceOf(host);
  const keptSettings = existsSync(host.settingsFile);
  if (!keptSettings) writePrivateFile(host.settingsFile, settingsText(env));
  await mkdir(join(host.animaHome, 'logs'), { recursive: true, mode: 0o700 });
  if (isStarted) {
    await refuseBackground(env);
    // The manager must forget an earlier version that it has loaded; it may not know the service.
    if (existsSync(service.file)) await runAll(service.stop, env).catch(() => {});
  }
  writePrivateFile(service.file, service.content);
  if (isStarted) await runAll(service.start, env);
  return { state: await stateOf(service, host.settingsFile, env), hint: service.hint, keptSettings };
}

async function refuseBackground(env: NodeJS.ProcessEnv): Promise<void> {
  for (const name of serviceNames)
    if ((await runningInBackground(name, env)) !== null)
      throw new CommandFailure(
        'not_possible',
        EXIT.refused,
        `The ${name} service runs in the background and would keep its port. Stop it first: anima stop`,
      );
}

/**
 * Stops and removes the service; `removed` is false if it is not installed. The file of settings stays.
 * @throws CommandFailure if the service manager cannot stop a running service
 */
export async function uninstallService(env: NodeJS.ProcessEnv): Promise<ServiceState & { removed: boolean }> {
  const host = thisServiceHost(env, animaProgram);
  const service = systemServiceOf(host);
  const removed = existsSync(service.file);
  if (removed) {
    const stopped = runAll(service.stop, env);
    // A service that the manager does not know is removed all the same.
    await stopped.catch(() => {});
    if ((await stateOf(service, host.settingsFile, env)).running) await stopped;
    rmSync(service.file);
    await runAll(service.forget, env).catch(() => {});
  }
  return { removed, ...(await stateOf(service, host.settingsFile, env)) };
}

export function serviceState(env: NodeJS.ProcessEnv): Promise<ServiceState> {
  const host = thisServiceHost(env, animaProgram);
  return stateOf(systemServiceOf(host), host.settingsFile, env);
}

async function stateOf(
  service: SystemService,
  settings: string,
  env: NodeJS.ProcessEnv,
): Promise<ServiceState> {
  const [program, ...args] = service.state;
  const output = await outputOf(program, args, env);
  return {
    installed: existsSync(service.file),
    running: service.running.test(output ?? ''),
    ...{ file: service.file, settings },
  };
}

async function runAll(commands: readonly ManagerCommand[], env: NodeJS.ProcessEnv): Promise<void> {
  for (const [program, ...args] of commands)
    if ((await outputOf(program, args, env, MANAGER_TIMEOUT_MS)) === null)
      throw new CommandFailure(
        'not_started',
        EXIT.failed,
        `\`${[program, ...args].join(' ')}\` failed. The file of the service is written; run the command yourself to see why`,
      );
}
