import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readHookRecords } from '@anima/cli/dist/connect/hook-log.js';
import type { EvaluationQuery, EvaluationSet } from '@anima/cli/dist/eval/evaluation-set.js';
import type { ServiceUnderTest } from '../service/service-under-test.js';

/** What the hook of a coding agent injected before one prompt. */
export interface Injection {
  query: EvaluationQuery;
  injected: number;
  /** Number of injected memories that answer the prompt. */
  right: number;
  problem: string | undefined;
}

const PROJECT = 'git.example/injection';

/**
 * Stores the memories of a set as memories of a repository, and runs the built hook of Claude Code before each prompt, each
 * prompt in its own session.
 */
export async function measureInjection(set: EvaluationSet, service: ServiceUnderTest): Promise<Injection[]> {
  const root = mkdtempSync(join(tmpdir(), 'anima-bench-injection-'));
  try {
    const folder = join(root, 'project');
    mkdirSync(join(folder, '.git'), { recursive: true });
    writeFileSync(join(folder, '.git', 'config'), `[remote "origin"]\n\turl = https://${PROJECT}\n`);
    const home = join(root, 'home');
    const settings = join(home, 'connect', 'settings.json');
    mkdirSync(dirname(settings), { recursive: true });
    writeFileSync(settings, JSON.stringify({ url: service.url }));
    const idOf = new Map<string, string>();
    for (const { id, content, type = 'fact' } of set.memories) {
      const body = { content, type, project: PROJECT };
      idOf.set(id, (await service.post<{ memory_id: string }>('/api/v1/remember', body)).memory_id);
    }
    for (const { id, query } of set.queries) await runHook(home, folder, id, query);
    const records = new Map(readHookRecords(home).map((record) => [record.session, record]));
    return set.queries.map((query) => {
      const { injected = [], problem } = records.get(query.id) ?? {};
      const answers = (query.answers ?? []).flat().map((id) => idOf.get(id)!);
      return {
        ...{ query, problem, injected: injected.length },
        right: injected.filter((id) => answers.includes(id)).length,
      };
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
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
