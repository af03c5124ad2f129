import { fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { type Callee, type CalleeOptions, createCallee, type Exchanges } from './callee.js';

export interface ProcessOptions extends CalleeOptions {
  /** What it is told when it starts, as its first argument, in JSON. */
  settings?: unknown;
  execArgv?: string[];
  env?: NodeJS.ProcessEnv;
}

/** Characters of what it said at last. */
const LAST_WORDS = 2_000;
/** They are read a little after its end; a process that it started may hold their pipe for ever. */
const WORDS_MS = 200;

/** A process that serves: what crashes in native code ends it alone. It ends when this one does. */
export function startProcess<Calls extends Exchanges<Calls>, Progress extends readonly unknown[] = []>({
  file,
  settings = null,
  execArgv = [],
  env = process.env,
  ...options
}: ProcessOptions): Callee<Calls, Progress> {
  return createCallee((events) => {
    const child = fork(file, [JSON.stringify(settings)], {
      execArgv,
      env,
      // Samples travel as they are, not as JSON.
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
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
    const hold = (isHeld: boolean) => {
      const call = isHeld ? 'ref' : 'unref';
      for (const handle of [child, child.channel, child.stderr as Socket | null]) handle?.[call]();
    };
    hold(false);
    return {
      // What cannot be sent has no answer: the process is ending, and its end fails the call.
      send: (message) => void child.send?.(message, () => {}),
      hold,
      hangUp: () => child.connected && child.disconnect(),
      kill: () => void child.kill('SIGKILL'),
    };
  }, options);
}
