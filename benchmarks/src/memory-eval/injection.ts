import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readHookRecords } from '@anima/cli/dist/connect/hook-log.js';
import type { EvaluationQuery, EvaluationSet } from '@anima/cli/dist/eval/evaluation-set.js';
import type { MemoryClient } from '@anima/client';

/** What the hook of a coding agent injected before one prompt. */
export interface Injection {
  query: EvaluationQuery;
  injected: number;
  /** Number of injected memories that answer the prompt. */
  right: number;
}

const MAX_ATTEMPTS = 5;
const PROJECT = 'git.example/injection';

/**
 * Stores the memories of a set as memories of a repository, and runs the built hook of Claude Code before each prompt, each
 * prompt in its own session.
 */
export async function measureInjection(set: EvaluationSet, client: MemoryClient): Promise<Injection[]> {
  const root = mkdtempSync(join(tmpdir(), 'anima-bench-injection-'));
  try {
    const folder = join(root, 'project');
    mkdirSync(join(folder, '.git'), { recursive: true });
    writeFileSync(join(folder, '.git', 'config'), `[remote "origin"]\n\turl = https://${PROJECT}\n`);
    const home = join(root, 'home');
    const settings = join(home, 'connect', 'settings.json');
    mkdirSync(dirname(settings), { recursive: true });
    writeFileSync(settings, JSON.stringify({ url: client.url }));
    const idOf = new Map<string, string>();
    for (const { id, content, type = 'fact' } of set.memories) {
      const { memory_id } = await client.remember({ content, type, project: PROJECT });
      idOf.set(id, memory_id);
    }
    const injections: Injection[] = [];
    for (const query of set.queries) {
      const injected = await injectedBefore(query, home, folder);
      const answers = (query.answers ?? []).flat().map((id) => idOf.get(id)!);
      const right = injected.filter((id) => answers.includes(id)).length;
      injections.push({ query, right, injected: injected.length });
    }
    return injections;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/**
 * Returns the memory ids that the hook injects before a prompt. A hook that failed, for example because the machine is
 * loaded, runs again: its result is no measurement of relevance.
 * @throws Error if the hook fails each time.
 */
async function injectedBefore(
  { id, query }: EvaluationQuery,
  home: string,
  folder: string,
): Promise<string[]> {
  let problem: string | undefined;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const session = `${id}-${attempt}`;
    await runHook(home, folder, session, query);
    const record = readHookRecords(home).findLast((each) => each.session === session);
    problem = record?.problem;
    if (problem === undefined) return record?.injected ?? [];
  }
  throw new Error(`The hook failed ${MAX_ATTEMPTS} times before the prompt ${id}: ${problem}`);
}

function runHook(home: string, folder: string, session: string, prompt: string): Promise<void> {
  const program = fileURLToPath(new URL('../../../packages/cli/dist/hook.mjs', import.meta.url));
  // The measurement is about relevance: a loaded machine must not end a hook early.
  const env = { ...process.env, ANIMA_HOME: home, HOME: home, ANIMA_HOOK_MS: '7000' };
  const args = [program, 'claude-code', 'UserPromptSubmit'];
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.end(JSON.stringify({ session_id: session, cwd: folder, prompt }));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
}
