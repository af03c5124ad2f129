import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { type CalleeOptions, type CallSignatures, createWorkerHandle, type WorkerHandle } from './callee.js';

export interface Program extends Pick<CalleeOptions, 'file'> {
  execArgv?: string[] | undefined;
  env?: NodeJS.ProcessEnv | undefined;
}

export interface ProcessOptions extends CalleeOptions, Program {
  /** JSON value that `serve` passes to the function that creates the handlers. */
  settings?: unknown;
}

/** Sets whether the child keeps this process alive. */
function hold(child: ChildProcess, isHeld: boolean): void {
  const call = isHeld ? 'ref' : 'unref';
  for (const handle of [child, child.channel, child.stderr as Socket | null]) handle?.[call]();
}

/** Characters of standard error that are kept. */
const LAST_WORDS = 2_000;
/** Milliseconds to read standard error after the exit: a grandchild may keep the pipe open. */
const WORDS_MS = 200;

/** Starts a child process that calls `serve`. A crash of native code ends only the child, which exits with this process. */
export function startProcess<Calls extends CallSignatures<Calls>, Progress extends readonly unknown[] = []>({
  file,
  settings = null,
  execArgv = [],
  env = process.env,
  ...options
}: ProcessOptions): WorkerHandle<Calls, Progress> {
  return createWorkerHandle((events) => {
    const child = fork(file, [JSON.stringify(settings)], {
      execArgv,
      env,
      // Copies samples as they are instead of converting them to JSON.
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let words = '';
    // Without free file descriptors the child has no pipes and no channel, and emits an error.
    child.stderr?.on('data', (chunk) => {
      words = (words + chunk).slice(-LAST_WORDS);
    });
    child.on('message', events.message);
    // Emitted for a failed start, and for each message to a process that is exiting.
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
      // A message that cannot be sent needs no handling: the exit of the process fails the call.
      send: (message) => void child.send?.(message, () => {}),
      hold: (isHeld) => hold(child, isHeld),
      hangUp: () => child.connected && child.disconnect(),
      kill: () => void child.kill('SIGKILL'),
    };
  }, options);
}
