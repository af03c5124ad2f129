import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { callWithin } from '@anima/calls/signals';
import { animaHome } from '../anima-home.js';
import type { Context } from '../context.js';
import { CommandFailure, EXIT } from '../failure.js';
import { bold, dim, green, type Piece, red, yellow } from '../terminal/output.js';
import { environmentOf } from './allowed-pages.js';
import { type ServiceName, serviceMain } from './repository.js';
import { openServiceLog } from './service-log.js';
import { type DetachedProgram, outputOf, startDetached } from './start-program.js';

const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 30_000;
const POLL_MS = 100;

interface StartedService {
  name: ServiceName;
  program: DetachedProgram;
  url: string;
  log: string;
}

/**
 * Starts a service whose output goes to its log file; resolves when it listens.
 * @throws CommandFailure with the last line of the log if the service does not start.
 */
async function startService(
  name: ServiceName,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<StartedService> {
  const logs = join(animaHome(env), 'logs');
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  const log = openServiceLog(join(logs, `${name}.log`));
  try {
    const program = await startDetached(process.execPath, [serviceMain(name)], {
      log: log.path,
      env: { ...env, ANIMA_LOG_FILE: log.path },
    });
    const found = await callWithin(START_TIMEOUT_MS, [signal, program.ended], (over) =>
      log.find(/listens on (http:\/\/\S{1,200})\s/, over),
    );
    if (found !== null) return { name, program, url: found[1]!, log: log.path };
    if (!program.ended.aborted) program.kill('SIGTERM');
    signal.throwIfAborted();
    throw new CommandFailure(
      'not_started',
      EXIT.failed,
      `The ${name} service did not start: ${log.lastWords()} (log: ${log.path})`,
    );
  } finally {
    log.close();
  }
}

/**
 * Runs services until one exits or the signal is aborted, then stops the others; resolves with the highest exit code. On a
 * terminal, the services log to files, and the command reports each step. Elsewhere they write to stdout and stderr of this process.
 */
export async function runServices(context: Context, names: readonly ServiceName[]): Promise<number> {
  const { output, progress, signal, err } = context;
  const { env, note } = await environmentOf(names, context.env);
  if (note !== null) output.note(yellow(note));
  const isTerminal = err.isTTY === true;
  const started: StartedService[] = [];
  const start = async (name: ServiceName) => {
    const startedAt = performance.now();
    if (isTerminal) started.push(await startService(name, env, signal));
    else {
      const program = await startDetached(process.execPath, [serviceMain(name)], { log: null, env });
      started.push({ name, program, url: '', log: '' });
      return;
    }
    progress.clear();
    output.note(green('✓ '), `${name} service`, dim(`  ${secondsSince(startedAt)} s`));
  };
  const killAll = () => {
    for (const { program } of started) program.kill('SIGTERM');
  };
  // A second signal ends this process at once: the services get a second signal, too.
  process.once('exit', killAll);
  let stoppedAt = 0;
  const stop = () => {
    if (stoppedAt > 0) return;
    stoppedAt = performance.now();
    if (isTerminal && started.length > 0) output.note('Stopping. Press Ctrl-C again to stop immediately.');
    killAll();
  };
  try {
    const starts = progress.during(`Starting ${names.join(' and ')}`, () =>
      Promise.allSettled(names.map(start)),
    );
    const failed = (await starts).find((each) => each.status === 'rejected');
    if (isTerminal && failed === undefined) output.note(...overviewOf(started));
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted || failed !== undefined) stop();
    const codes = await Promise.all(
      started.map(async ({ name, program, log }) => {
        const code = await program.exited;
        if (isTerminal && stoppedAt === 0)
          output.note(red(`The ${name} service exited with code ${code}. `), `Log: ${log}`);
        stop();
        return code;
      }),
    );
    if (isTerminal && (started.length > 0 || signal.aborted))
      output.note(green('Stopped '), dim(`in ${secondsSince(stoppedAt)} s`));
    if (failed !== undefined) throw failed.reason;
    return Math.max(...codes);
  } finally {
    signal.removeEventListener('abort', stop);
    process.off('exit', killAll);
  }
}

const secondsSince = (startedAt: number): string => ((performance.now() - startedAt) / 1000).toFixed(1);

/** The pages to open, the log files, and how to stop. */
function overviewOf(started: readonly StartedService[]): Piece[] {
  const services = started.toSorted((a, b) => b.name.localeCompare(a.name));
  const rows = services.flatMap(({ name, url, log }): Piece[] => [
    `\n  ${name.padEnd(8)}`,
    bold(`${url}/studio`),
    dim(`   log: ${log}`),
  ]);
  return ['\nAnima is running. Open in a browser:', ...rows, '\n  Stop with Ctrl-C.\n'];
}

/** Content of `<ANIMA_HOME>/run/<name>.json`, which describes a service in the background. */
export interface BackgroundService {
  pid: number;
  url: string;
  log: string;
  started_at: string;
}

const notePath = (name: ServiceName, env: NodeJS.ProcessEnv) => join(animaHome(env), 'run', `${name}.json`);

/**
 * Finds the service that was started in the background and still runs. After a crash or a restart of the machine, another
 * program may have its process id: only a process that runs the program of Anima counts, and other notes are deleted.
 */
export async function runningInBackground(
  name: ServiceName,
  env: NodeJS.ProcessEnv,
): Promise<BackgroundService | null> {
  const note = readNote(notePath(name, env));
  if (note === null) return null;
  if (await isOwnProcess(note.pid, name)) return note;
  rmSync(notePath(name, env), { force: true });
  return null;
}

/** Starts a service that outlives this process. @throws CommandFailure if it does not start */
export async function startInBackground(
  name: ServiceName,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<BackgroundService> {
  mkdirSync(join(animaHome(env), 'run'), { recursive: true, mode: 0o700 });
  const { program, url, log } = await startService(name, env, signal);
  program.unref();
  const service = { pid: program.pid, url, log, started_at: new Date().toISOString() };
  writeFileSync(notePath(name, env), `${JSON.stringify(service)}\n`, { mode: 0o600 });
  return service;
}

/** Resolves when the process has exited. @throws CommandFailure if it does not exit in time */
export async function stopService(
  name: ServiceName,
  env: NodeJS.ProcessEnv,
  isForced: boolean,
): Promise<BackgroundService | null> {
  const service = await runningInBackground(name, env);
  if (service === null) return null;
  sendSignal(service.pid, isForced ? 'SIGKILL' : 'SIGTERM');
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (await isOwnProcess(service.pid, name)) {
    if (Date.now() > deadline)
      throw new CommandFailure(
        'not_stopped',
        EXIT.failed,
        `The ${name} service (process ${service.pid}) did not stop within ${STOP_TIMEOUT_MS / 1000} s. Stop it immediately with: anima stop --force`,
      );
    await delay(POLL_MS);
  }
  rmSync(notePath(name, env), { force: true });
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

async function isOwnProcess(pid: number, name: ServiceName): Promise<boolean> {
  if (!sendSignal(pid, 0)) return false;
  // Windows has no simple way to read the command line: the process id must suffice.
  if (process.platform === 'win32') return true;
  const command =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null)
      : await outputOf('ps', ['-p', String(pid), '-o', 'command=']);
  return command?.includes(serviceMain(name)) === true;
}

function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
