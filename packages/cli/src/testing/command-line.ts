import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type BuiltService, startBuilt } from '@anima/service/testing';
import { run } from '../run.js';

const require = createRequire(import.meta.url);
const main = require.resolve('@anima/cli');

export interface Outcome {
  code: number | null;
  out: string;
  err: string;
  /** Parses the output of `--json`. */
  json<Answer>(): Answer;
}

export interface Running {
  done: Promise<Outcome>;
  write(text: string | Buffer): void;
  end(): void;
  kill(signal: NodeJS.Signals): void;
}

/** The built command line with its own home folder. */
export interface CommandLine {
  home: string;
  run(args: readonly string[], stdin?: string): Promise<Outcome>;
  /** Runs a command in this process and its folder, without starting a program. */
  here(args: readonly string[], stdin?: string): Promise<Outcome>;
  start(args: readonly string[]): Running;
  close(): void;
}

export function openCommandLine(env: Record<string, string> = {}): CommandLine {
  const home = mkdtempSync(join(tmpdir(), 'anima-cli-'));
  const environment = () => {
    const { NO_COLOR: _no, FORCE_COLOR: _force, ...inherited } = process.env;
    return { ...inherited, HOME: home, ANIMA_HOME: join(home, '.anima'), ...env };
  };
  const start = (args: readonly string[]): Running => {
    const child = spawn(process.execPath, [main, ...args], { cwd: home, env: environment() });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    child.stdin.on('error', () => {});
    const done = new Promise<Outcome>((resolve) =>
      child.once('close', (code) => resolve({ code, out, err, json: () => JSON.parse(out) })),
    );
    return {
      done,
      write: (text) => void child.stdin.write(text),
      end: () => void child.stdin.end(),
      kill: (signal) => void child.kill(signal),
    };
  };
  return {
    ...{ home, start },
    run: (args, stdin = '') => {
      const running = start(args);
      running.write(stdin);
      running.end();
      return running.done;
    },
    here: async (args, stdin = '') => {
      const [out, err] = [writtenText(), writtenText()];
      const code = await run(args, {
        env: environment(),
        input: Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]) as NodeJS.ReadStream,
        out,
        err,
        signal: new AbortController().signal,
      });
      return { code, out: out.text(), err: err.text(), json: () => JSON.parse(out.text()) };
    },
    close: () => rmSync(home, { recursive: true, force: true }),
  };
}

function writtenText() {
  const pieces: string[] = [];
  return { write: (text: string) => void pieces.push(text), text: () => pieces.join('') };
}

/** Starts a built service whose user has the home folder of a command line. */
export function startInHome(
  name: 'memory' | 'avatar',
  home: string,
  env: Record<string, string> = {},
): Promise<BuiltService> {
  const dataDir = join(home, '.anima', name);
  const places = {
    MEMORY_DATA_DIR: dataDir,
    AVATAR_DATA_DIR: dataDir,
    MEMORY_USER_HOME: home,
    MEMORY_FILE_ROOTS: home,
  };
  return startBuilt(name, { HOME: home, ...places, ...env });
}
