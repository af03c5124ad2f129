import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { withDescendants } from './descendants.js';
import { lives, runs } from './lives.js';

const SUPERVISE = fileURLToPath(new URL('../dist/supervise.js', import.meta.url));
const PATIENCE_MS = 60_000;
const PAUSE = new Int32Array(new SharedArrayBuffer(4));

export interface EngineCommand {
  /** Folder of its data and its log, which is also its working directory. */
  folder: string;
  command: string;
  args: readonly string[];
  /** User id of its process; default: the user of this process. */
  uid?: number;
  /** Resolves if the server responds, rejects if it does not. */
  probe: () => Promise<void>;
}

/** Server for a single test. Its address and its data stay the same across restarts. */
export interface EngineServer {
  url: string;
  /** Returns the process id of the server, which changes at each start. */
  pid(): number;
  start(): Promise<void>;
  /** Stops the server with SIGTERM and waits for its exit. */
  stop(): Promise<void>;
  /** Kills the server and its descendants with SIGKILL. */
  kill(): Promise<void>;
  /**
   * Stops the server and its descendants with SIGSTOP. When this returns, connections are open but the server
   * does not respond.
   */
  freeze(): void;
  thaw(): void;
}

/** Starts a server and resolves when it responds. The server ends with the process `owner`. */
export async function startEngine(engine: EngineCommand, owner: number): Promise<void> {
  const { folder, command, args, uid, probe } = engine;
  const pidFile = join(folder, 'pid');
  rmSync(pidFile, { force: true });
  const all = [SUPERVISE, String(owner), uid === undefined ? '' : String(uid), folder, command, ...args];
  spawn(process.execPath, all, { detached: true, stdio: 'ignore' }).unref();
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const failure = await probe().then(
      () => null,
      (error: unknown) => error,
    );
    if (failure === null && existsSync(pidFile)) return;
    if (Date.now() > until || (existsSync(pidFile) && !lives(pidIn(folder))))
      throw new Error(`${command} did not start: ${readFileSync(join(folder, 'log'), 'utf8').slice(-6000)}`, {
        cause: failure,
      });
    await delay(25);
  }
}

export function engineServer(url: string, engine: EngineCommand): EngineServer {
  const pid = () => pidIn(engine.folder);
  const signalAll = (signal: NodeJS.Signals) => {
    for (const each of withDescendants(pid())) signalTo(each, signal);
  };
  return {
    url,
    pid,
    start: () => startEngine(engine, process.pid),
    async stop() {
      signalTo(pid(), 'SIGTERM');
      await ended(pid());
    },
    async kill() {
      const all = withDescendants(pid());
      for (const each of all) signalTo(each, 'SIGKILL');
      await Promise.all(all.map(ended));
    },
    freeze() {
      signalAll('SIGSTOP');
      // Waits until all threads are stopped, because a running thread can still respond.
      while (withDescendants(pid()).some(runs)) Atomics.wait(PAUSE, 0, 0, 1);
    },
    thaw: () => signalAll('SIGCONT'),
  };
}

const pidIn = (folder: string): number => Number(readFileSync(join(folder, 'pid'), 'utf8'));

/** Sends a signal to a process. Does nothing if the process has ended. */
function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function ended(pid: number): Promise<void> {
  while (lives(pid)) await delay(20);
}
