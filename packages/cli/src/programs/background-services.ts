import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { callWithin } from '@anima/calls/signals';
import { animaHome } from '../anima-home.js';
import { EXIT } from '../exit-codes.js';
import { CommandFailure } from '../failure.js';
import { type ServiceName, serviceMain } from './repository.js';
import { openServiceLog } from './service-log.js';
import { outputOf, startInBackground } from './start-program.js';

/** What is written of a service that runs in the background: `<ANIMA_HOME>/run/<name>.json`. */
export interface BackgroundService {
  pid: number;
  url: string;
  log: string;
  started_at: string;
}

const STARTS_MS = 120_000;
const STOPS_MS = 30_000;
const LOOK_MS = 100;

const noteOf = (name: ServiceName, env: NodeJS.ProcessEnv) => join(animaHome(env), 'run', `${name}.json`);

/**
 * The service that was started in the background and still runs. Its process number may be another program's by now (after a crash, a
 * restart of the machine): only a process that runs our program counts; a note of any other one is taken away.
 */
export async function runningInBackground(
  name: ServiceName,
  env: NodeJS.ProcessEnv,
): Promise<BackgroundService | null> {
  const note = readNote(noteOf(name, env));
  if (note === null) return null;
  if (await isOurs(note.pid, name)) return note;
  rmSync(noteOf(name, env), { force: true });
  return null;
}

/** Resolves when it listens. @throws CommandFailure with its last words where it does not */
export async function startService(
  name: ServiceName,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<BackgroundService> {
  const logs = join(animaHome(env), 'logs');
  for (const folder of [logs, join(animaHome(env), 'run')])
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  const log = openServiceLog(join(logs, `${name}.log`));
  try {
    const program = await startInBackground(process.execPath, [serviceMain(name)], {
      log: log.path,
      env: { ...env, ANIMA_LOG_FILE: log.path },
    });
    const found = await callWithin(STARTS_MS, [signal, program.ended], (over) =>
      log.find(/listens on (http:\/\/\S{1,200})\s/, over),
    );
    if (found !== null) {
      const service = {
        pid: program.pid,
        url: found[1]!,
        log: log.path,
        started_at: new Date().toISOString(),
      };
      writeFileSync(noteOf(name, env), `${JSON.stringify(service)}\n`, { mode: 0o600 });
      return service;
    }
    if (!program.ended.aborted) process.kill(program.pid, 'SIGTERM');
    signal.throwIfAborted();
    throw new CommandFailure(
      'not_started',
      EXIT.failed,
      `The ${name} service did not start: ${log.lastWords()} (${log.path})`,
    );
  } finally {
    log.close();
  }
}

/** Resolves when its process is gone. @throws CommandFailure where it does not go in time */
export async function stopService(
  name: ServiceName,
  env: NodeJS.ProcessEnv,
  isForced: boolean,
): Promise<BackgroundService | null> {
  const service = await runningInBackground(name, env);
  if (service === null) return null;
  signalTo(service.pid, isForced ? 'SIGKILL' : 'SIGTERM');
  const deadline = Date.now() + STOPS_MS;
  while (await isOurs(service.pid, name)) {
    if (Date.now() > deadline)
      throw new CommandFailure(
        'not_stopped',
        EXIT.failed,
        `The ${name} service (process ${service.pid}) has not stopped within ${STOPS_MS / 1000} s; end it with: anima stop --force`,
      );
    await after(LOOK_MS);
  }
  rmSync(noteOf(name, env), { force: true });
  return service;
}

function readNote(path: string): BackgroundService | null {
  try {
    const { pid, url, log, started_at } = JSON.parse(readFileSync(path, 'utf8')) as BackgroundService;
    return Number.isSafeInteger(pid) && pid > 1 ? { pid, url, log, started_at } : null;
  } catch {
    return null;
  }
}

async function isOurs(pid: number, name: ServiceName): Promise<boolean> {
  if (!signalTo(pid, 0)) return false;
  const command = await commandOf(pid);
  // Where it cannot be asked (Windows), the number has to do.
  return command === null ? process.platform === 'win32' : command.includes(serviceMain(name));
}

async function commandOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return null;
    }
  }
  return process.platform === 'win32' ? null : outputOf('ps', ['-p', String(pid), '-o', 'command=']);
}

function signalTo(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
