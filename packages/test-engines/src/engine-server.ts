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
  /** Of its data and its log; it may write there. */
  folder: string;
  command: string;
  args: readonly string[];
  /** As whom it runs; default: as we do. */
  uid?: number;
  /** Resolves when it answers, rejects while it does not. */
  probe: () => Promise<void>;
}

/** A server of one's own: the same address and data after each start. */
export interface EngineServer {
  url: string;
  /** Of the server itself; another one after each start. */
  pid(): number;
  start(): Promise<void>;
  /** In order, by SIGTERM. */
  stop(): Promise<void>;
  /** SIGKILL, with all that it started. */
  kill(): Promise<void>;
  /** SIGSTOP: connections stay open and nothing answers, from when this returns. */
  freeze(): void;
  thaw(): void;
}

/** Resolves when it answers. It ends with the process `owner`. */
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
      // Its threads stop one after the other, and one that has not may answer still.
      while (withDescendants(pid()).some(runs)) Atomics.wait(PAUSE, 0, 0, 1);
    },
    thaw: () => signalAll('SIGCONT'),
  };
}

export const pidIn = (folder: string): number => Number(readFileSync(join(folder, 'pid'), 'utf8'));

/** One that has ended meanwhile is as it should be. */
export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function ended(pid: number): Promise<void> {
  while (lives(pid)) await delay(20);
}
