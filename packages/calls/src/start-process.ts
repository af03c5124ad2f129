import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { type CalleeOptions, type CallSignatures, createWorkerHandle, type WorkerHandle } from './callee.js';
import type { ToCallee } from './messages.js';

export interface Program extends Pick<CalleeOptions, 'file'> {
  execArgv?: string[] | undefined;
  env?: NodeJS.ProcessEnv | undefined;
}

export interface ProcessOptions extends CalleeOptions, Program {
  /** What it is told when it starts, see `serve`: JSON. */
  settings?: unknown;
  /** Of the same program; one that has ended meanwhile is begun again. */
  begun?: PrestartedProcess | undefined;
}

/** A process that loads its modules before it is known what to tell it. It ends when this one does, or is closed. */
export interface PrestartedProcess {
  readonly child: ChildProcess;
  close(): void;
}

export function prestartProcess(program: Program): PrestartedProcess {
  const child = forked(program, []);
  // What goes wrong is told by whoever starts it.
  child.on('error', () => {});
  hold(child, false);
  return { child, close: () => void child.kill('SIGKILL') };
}

function forked({ file, execArgv = [], env = process.env }: Program, args: string[]): ChildProcess {
  return fork(file, args, {
    execArgv,
    env,
    // Samples travel as they are, not as JSON.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

function started(program: Program, settings: unknown, begun: PrestartedProcess | undefined): ChildProcess {
  if (begun === undefined || !begun.child.connected) return forked(program, [JSON.stringify(settings)]);
  begun.child.send({ type: 'settings', settings } satisfies ToCallee, () => {});
  return begun.child;
}

/** Whether it keeps this process from ending. */
function hold(child: ChildProcess, isHeld: boolean): void {
  const call = isHeld ? 'ref' : 'unref';
  for (const handle of [child, child.channel, child.stderr as Socket | null]) handle?.[call]();
}

/** Characters of what it said at last. */
const LAST_WORDS = 2_000;
/** They are read a little after its end; a process that it started may hold their pipe for ever. */
const WORDS_MS = 200;

/** A process that serves: what crashes in native code ends it alone. It ends when this one does. */
export function startProcess<Calls extends CallSignatures<Calls>, Progress extends readonly unknown[] = []>({
  file,
  settings = null,
  execArgv,
  env,
  begun,
  ...options
}: ProcessOptions): WorkerHandle<Calls, Progress> {
  return createWorkerHandle((events) => {
    const child = started({ file, execArgv, env }, settings, begun);
    let words = '';
    // Where no more files can be opened it has neither pipes nor a channel, and ends with an error.
    child.stderr?.on('data', (chunk) => {
      words = (words + chunk).slice(-LAST_WORDS);
    });
    child.on('message', events.message);
    // Told again and again: of a start that failed, and of what is sent to a process that is ending.
    child.on('error', (error) => {
      if (child.pid === undefined) events.over(`did not start: ${error.message}`);
    });
    child.once('exit', (code, signal) => {
      const end = () => {
        clearTimeout(late);
        events.over(`ended with ${signal ?? `code ${code}`}${words === '' ? '' : `: ${words}`}`);
      };
      const late = setTimeout(end, WORDS_MS);
      child.once('close', end);
    });
    hold(child, false);
    return {
      // What cannot be sent has no answer: the process is ending, and its end fails the call.
      send: (message) => void child.send?.(message, () => {}),
      hold: (isHeld) => hold(child, isHeld),
      hangUp: () => child.connected && child.disconnect(),
      kill: () => void child.kill('SIGKILL'),
    };
  }, options);
}
