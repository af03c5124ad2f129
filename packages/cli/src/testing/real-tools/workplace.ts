import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import type { FakeModel, LoggedRequest } from '../fake-model/fake-model.js';
import { programOf, type RealTool } from './real-tools.js';

export interface Run {
  code: number | null;
  out: string;
  err: string;
}

/** The result of one prompt. */
export interface PromptRun extends Run {
  /** Requests to the model that contain the prompt. */
  requests: LoggedRequest[];
}

/** An empty home in which a tool works on a repository. */
export interface Workplace {
  home: string;
  /** The project that the repository is. */
  project: string;
  prompt(text: string, options?: { isContinued?: boolean }): Promise<PromptRun>;
  /** Runs the tool with other arguments. */
  tool(args: readonly string[]): Promise<Run>;
  /** Runs a program of Node as a user of this home does. */
  node(main: string, args: readonly string[]): Promise<Run>;
  file(path: string): string;
  close(): Promise<void>;
}

const LIMIT_MS = 240_000;
/** Time for the rest of the output after a program has ended. */
const OUTPUT_MS = 1_000;
/** The machine that tests run on may be busy. */
const HOOK_MS = '9000';

export function openWorkplace(
  root: string,
  tool: RealTool,
  { model, memoryUrl }: { model: FakeModel; memoryUrl: string },
): Workplace {
  const home = join(root, tool.name);
  const folder = join(home, 'work', 'shop');
  const project = `github.com/ada/shop-${tool.name}`;
  mkdirSync(join(folder, '.git'), { recursive: true });
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(
    join(folder, '.git', 'config'),
    `[remote "origin"]\n\turl = git@${project.replace('/', ':')}.git\n`,
  );
  for (const [path, content] of Object.entries(tool.settings(model.url))) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), content);
  }
  const userEnv = {
    PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    DO_NOT_TRACK: '1',
    // A proxy that does not exist: only loopback can be reached.
    HTTPS_PROXY: 'http://127.0.0.1:1',
    HTTP_PROXY: 'http://127.0.0.1:1',
    NO_PROXY: '127.0.0.1,localhost',
  };
  const toolEnv = { ...userEnv, ANIMA_HOOK_TIMEOUT_MS: HOOK_MS, ...tool.env(model.url) };
  const runTool = (args: readonly string[]) => run(programOf(tool), args, { cwd: folder, env: toolEnv });
  return {
    home,
    project,
    async prompt(text, { isContinued = false } = {}) {
      const before = model.requests.length;
      const outcome = await runTool(tool.prompt(text, isContinued));
      const requests = model.requests.slice(before).filter(({ prompt }) => prompt.includes(text));
      return { ...outcome, requests };
    },
    tool: runTool,
    node: (main, args) =>
      run(process.execPath, [main, ...args], {
        cwd: folder,
        env: { ...userEnv, MEMORY_URL: memoryUrl, AVATAR_URL: 'off' },
      }),
    file: (path) => readFileSync(join(home, path), 'utf8'),
    async close() {
      if (tool.stop !== undefined) await runTool(tool.stop);
    },
  };
}

async function run(
  program: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<Run> {
  // Its own process group, so that all its processes end at the limit.
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const texts = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    texts.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    texts.err += chunk;
  });
  const closed = once(child, 'close').catch(() => {});
  const limit = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), LIMIT_MS);
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    // Hooks that the tool does not wait for may hold its output open.
    await Promise.race([closed, setTimeoutPromise(OUTPUT_MS)]);
    return { code, ...texts };
  } finally {
    clearTimeout(limit);
  }
}
